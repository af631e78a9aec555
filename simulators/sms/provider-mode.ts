/** Behaviours of a simulated provider; each can be selected on its page. */
export const modes = [
  'honest',
  'throttle',
  'refuse',
  'bad-number',
  'cut',
  'no-receipt',
  'undelivered',
  'down',
] as const;

export type Mode = (typeof modes)[number];

export interface ProviderMode {
  get(): Mode;
  set(mode: Mode): void;
  /** How the next parts are answered, before the permanent mode. */
  script(...modes: Mode[]): void;
  /** The mode for the next part. */
  next(): Mode;
}

export function createMode(): ProviderMode {
  let mode: Mode = 'honest';
  const scripted: Mode[] = [];
  return {
    get: () => mode,
    set(wanted) {
      mode = wanted;
    },
    script: (...next) => void scripted.push(...next),
    next: () => scripted.shift() ?? mode,
  };
}
