/**
 * One process of the platform, API and workers, for tests that kill it. Prints where it listens and where its data is.
 */
import { openContext } from '../../src/open-context.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { attachDatabase } from '../../src/platform/database/database-server.ts';
import { runPlatform } from '../../src/run-platform.ts';

const config = readConfig();
const database = await attachDatabase({ ...config, exclusive: false });
const ctx = await openContext(config, { databaseUrl: database.url, name: 'facevalue crash test' });
const platform = await runPlatform(ctx, { serve: true, work: true });
const address = platform.server?.server.address();
const port = typeof address === 'object' ? address?.port : undefined;

process.once('SIGTERM', () => {
  void (async () => {
    await platform.close();
    await ctx.close();
    await database.stop();
  })();
});
process.stdout.write(
  `${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, databaseUrl: database.url })}\n`,
);
