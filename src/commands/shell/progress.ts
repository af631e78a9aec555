/** Progress of long commands: a bar on a terminal, lines in a log. */
import { SingleBar } from 'cli-progress';
import { say } from './output.ts';

export interface Progress {
  /** Fraction of the input that has been read, 0 to 1. */
  fraction(part: number): void;
  count(things: number): void;
  stop(): void;
}

interface Reached {
  count: number;
  /** Null: the total is unknown. */
  fraction: number | null;
  elapsedMs: number;
}

const steps = 1000;
/** How often a line is logged. */
const logEveryMs = 10_000;

/** A progress bar on stderr on a terminal, a line now and then elsewhere. */
export function startProgress(things: string): Progress {
  return process.stderr.isTTY ? drawnProgress(things) : loggedProgress(things, say, () => performance.now());
}

function drawnProgress(things: string): Progress {
  const startedMs = performance.now();
  const reached: Reached = { count: 0, fraction: null, elapsedMs: 0 };
  const bar = new SingleBar({
    format: () => {
      const part = Math.round((reached.fraction ?? 0) * 20);
      const drawn = reached.fraction === null ? '' : `${'█'.repeat(part)}${'░'.repeat(20 - part)} `;
      return `${drawn}${progressText({ ...reached, elapsedMs: performance.now() - startedMs }, things)}`;
    },
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(steps, 0);
  return {
    fraction: (part) => {
      reached.fraction = part;
      bar.update(Math.round(part * steps));
    },
    count: (count) => {
      reached.count = count;
      bar.update(Math.round((reached.fraction ?? 0) * steps));
    },
    stop: () => bar.stop(),
  };
}

export function loggedProgress(things: string, write: (line: string) => void, nowMs: () => number): Progress {
  const startedMs = nowMs();
  let fraction: number | null = null;
  let writtenMs = startedMs;
  return {
    fraction: (part) => {
      fraction = part;
    },
    count: (count) => {
      if (nowMs() - writtenMs < logEveryMs) return;
      writtenMs = nowMs();
      write(progressText({ count, fraction, elapsedMs: writtenMs - startedMs }, things));
    },
    stop: () => {},
  };
}

/** `40 %, 12 000 of about 30 000 codes, about 30 s left`. */
export function progressText({ count, fraction, elapsedMs }: Reached, things: string): string {
  if (fraction === null) return `${grouped(count)} ${things}`;
  const share = `${Math.floor(fraction * 100)} %`;
  if (fraction === 0 || fraction >= 1 || count === 0) return `${share}, ${grouped(count)} ${things}`;
  const total = grouped(Math.round(count / fraction));
  return `${share}, ${grouped(count)} of about ${total} ${things}, about ${duration((elapsedMs * (1 - fraction)) / fraction)} left`;
}

const grouped = (count: number): string => count.toLocaleString('en').replaceAll(',', ' ');

const minuteSeconds = 60;

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds > minuteSeconds ? `${Math.round(seconds / minuteSeconds)} min` : `${seconds} s`;
}
