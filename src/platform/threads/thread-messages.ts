import { parentPort, type Transferable } from 'node:worker_threads';

/** Messages of a thread: `ready` once when its imports are loaded, then one message for each task. */
export type ThreadMessage<Answer> =
  | { is: 'ready' }
  | { is: 'answer'; answer: Answer }
  | { is: 'failed'; problem: unknown };

/** The thread's side of `workerThreads`. Buffers in `moved` are transferred without copying. */
export function answerInThread<Ask, Answer>(
  answerTo: (ask: Ask) => Answer | Promise<Answer>,
  moved: (answer: Answer) => Transferable[] = () => [],
): void {
  if (parentPort === null) throw new Error('This file runs as a worker thread only.');
  const port = parentPort;
  const say = (message: ThreadMessage<Answer>, transfer: Transferable[] = []): void =>
    port.postMessage(message, transfer);

  async function reply(ask: Ask): Promise<void> {
    try {
      const answer = await answerTo(ask);
      say({ is: 'answer', answer }, moved(answer));
    } catch (problem) {
      say({ is: 'failed', problem });
    }
  }

  port.on('message', (ask: Ask) => void reply(ask));
  say({ is: 'ready' });
}
