/** How a played provider behaves; each can be tried on its page. */
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
  /** How the next parts are met, before the mode that was set. */
  script(...modes: Mode[]): void;
  /** The mode in which the next part is met. */
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
