/** How a played provider behaves; each can be tried on its page. */
export const moods = [
  'honest',
  'throttle',
  'refuse',
  'bad-number',
  'cut',
  'no-receipt',
  'undelivered',
  'down',
] as const;

export type Mood = (typeof moods)[number];

export interface DoorMood {
  get(): Mood;
  set(mood: Mood): void;
  /** How the next parts are met, before the mood that was set. */
  script(...moods: Mood[]): void;
  /** The mood in which the next part is met. */
  next(): Mood;
}

export function createMood(): DoorMood {
  let mood: Mood = 'honest';
  const scripted: Mood[] = [];
  return {
    get: () => mood,
    set(wanted) {
      mood = wanted;
    },
    script: (...next) => void scripted.push(...next),
    next: () => scripted.shift() ?? mood,
  };
}
