import { SingleBar } from 'cli-progress';

export interface Progress {
  /** How much of the input is read, 0 to 1. */
  fraction(part: number): void;
  count(things: number): void;
  stop(): void;
}

const steps = 1000;

/** A bar on stderr where a person looks on, nothing elsewhere. Without a known end it only counts. */
export function startProgress(things: string): Progress {
  if (!process.stderr.isTTY) return { fraction: () => {}, count: () => {}, stop: () => {} };
  const bar = new SingleBar({
    format: (_, params, payload: { count?: number; known?: boolean }) => {
      const part = Math.round((params.value / steps) * 20);
      const drawn = payload.known === true ? `${'█'.repeat(part)}${'░'.repeat(20 - part)} ` : '';
      return `${drawn}${(payload.count ?? 0).toLocaleString('en').replaceAll(',', ' ')} ${things}`;
    },
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(steps, 0, { count: 0, known: false });
  return {
    fraction: (part) => bar.update(Math.round(part * steps), { known: true }),
    count: (count) => bar.update({ count }),
    stop: () => bar.stop(),
  };
}
