import type { Load } from '../load/load.ts';
import type { BenchWorld } from '../world/bench-world.ts';

/** The context of a section. */
export interface SectionRun {
  world: BenchWorld;
  load: Load;
  quick: boolean;
  /** Of a history, if the run asks for another number. */
  orders: number | null;
  /** In the vault, likewise. */
  codes: number | null;
  say(message: string): void;
}
