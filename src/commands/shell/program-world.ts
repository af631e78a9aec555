import type { Config } from '../../platform/settings/config.ts';

/** What stands above the commands. */
export interface ProgramWorld {
  /** What `start` runs outside production: the demo world, loaded when it is asked for. */
  runDemo: (config: Config, options: { json?: boolean }) => Promise<void>;
}
