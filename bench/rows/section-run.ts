import type { Load } from '../load/load.ts';
import type { BenchWorld } from '../world/bench-world.ts';

/** The context of a section. */
export interface SectionRun {
  world: BenchWorld;
  load: Load;
  quick: boolean;
  say(message: string): void;
}
