import { runMain, type Ran } from './run-main.ts';
import type { TestWorld } from './test-world.ts';

/** Runs the program on the world's database, as an operator would. */
export const runCommand = (world: TestWorld, args: string[], input = ''): Promise<Ran> =>
  runMain(
    args,
    {
      FACEVALUE_DATA: world.ctx.config.dataFolder,
      FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_URL: world.databaseUrl,
    },
    input,
  );
