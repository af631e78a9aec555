/** The processes that read tables: few, each used for many files while it stays small. */
import { createPermits } from '../batching/permits.ts';
import { startReader, type ReaderProcess } from './reader-process.ts';

const maxReaders = 3;
/** Further files are refused by TooManyWaiting. */
const maxWaiting = 100;
/** Starting one takes longer than reading most files. */
const idleMs = 30_000;

const places = createPermits(() => maxReaders, maxWaiting);
const idle = new Map<ReaderProcess, NodeJS.Timeout>();

export interface TakenReader {
  reader: ReaderProcess;
  /** One that is not to be used again, or is in the middle of a file, is ended. */
  giveBack: (state: 'reusable' | 'spent') => void;
}

export async function takeReader(): Promise<TakenReader> {
  const given = Promise.withResolvers<ReaderProcess>();
  const back = Promise.withResolvers<'reusable' | 'spent'>();
  places
    .within(async () => {
      const reader = takeIdle() ?? (await started());
      reader.hold(true);
      given.resolve(reader);
      if ((await back.promise) === 'reusable') rest(reader);
      else reader.end();
    })
    .catch(given.reject);
  return { reader: await given.promise, giveBack: back.resolve };
}

async function started(): Promise<ReaderProcess> {
  const reader = await startReader();
  reader.onEnd(() => forget(reader));
  return reader;
}

function takeIdle(): ReaderProcess | undefined {
  const [found] = idle.keys();
  if (found !== undefined) forget(found);
  return found;
}

function forget(reader: ReaderProcess): void {
  clearTimeout(idle.get(reader));
  idle.delete(reader);
}

function rest(reader: ReaderProcess): void {
  reader.hold(false);
  const timer = setTimeout(() => {
    forget(reader);
    reader.end();
  }, idleMs);
  idle.set(reader, timer.unref());
}
