import type { Load } from '../load/load.ts';
import type { BenchWorld } from '../world/bench-world.ts';
import type { Filled } from '../world/filled.ts';

/** The context of a section. */
export interface SectionRun {
  world: BenchWorld;
  load: Load;
  quick: boolean;
  /** No rates. */
  pages: boolean;
  /** What `--from` names: its history and its codes instead of those below. */
  filled: Filled | null;
  /** Of a history, if the run asks for another number. */
  orders: number | null;
  /** In the vault, likewise. */
  codes: number | null;
  say: (message: string) => void;
}
