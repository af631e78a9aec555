import type { Load } from '../load/load.ts';
import type { BenchWorld } from '../world/bench-world.ts';

/** What every section gets to work with. */
export interface SectionRun {
  world: BenchWorld;
  load: Load;
  quick: boolean;
  say(message: string): void;
}
