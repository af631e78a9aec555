/** `serve`, `work` and `start`: the roles of a process. */
import type { Context } from '../../context.ts';
import { openContext } from '../../open-context.ts';
import type { Config } from '../../platform/settings/config.ts';
import { inviteFirstOperator } from '../../people/first-operator/invite-first.ts';
import { attachDatabase } from '../../platform/database/database-server.ts';
import { runPlatform, type Roles, type RunningPlatform } from '../../run-platform.ts';
import { runUntilSignal } from '../shell/run-until-signal.ts';

/** Runs one role until it is asked to end. */
export async function runRoles(config: Config, roles: Roles, options: { json?: boolean }): Promise<void> {
  const database = await attachDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    exclusive: false,
  });
  const name = roles.serve ? 'facevalue serve' : 'facevalue work';
  const ctx = await openContext(config, { databaseUrl: database.url, name });
  await inviteFirst(ctx);
  const platform = await runPlatform(ctx, roles);
  const listening = listeningAt(platform);
  console.log(
    options.json
      ? JSON.stringify({ ready: true, ...roles, listening, base_url: config.baseUrl })
      : `${readyText(roles, listening, config.baseUrl)}. Ctrl+C ends it.`,
  );
  await runUntilSignal(async () => {
    await platform.close();
    await ctx.close();
    await database.stop();
  }, config.drainSeconds);
}

/** An installation that is set up by its environment alone invites its first operator itself. */
async function inviteFirst({ config, db, keyring, clock, log }: Context): Promise<void> {
  const { setupMail: email, operatorLanguage: language } = config;
  if (email === '') return;
  const outcome = await inviteFirstOperator(db, keyring, { email, language }, clock.now());
  if (outcome === 'invited') log.info('the first operator is invited by letter');
  if (outcome === 'bad-email') log.error('FACEVALUE_SETUP_EMAIL is no e-mail address: nobody is invited');
}

/** Address and port; null: no port is open. */
function listeningAt({ server }: RunningPlatform): string | null {
  const [bound] = server?.addresses() ?? [];
  if (typeof bound !== 'object') return null;
  return `${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

/** Names both addresses where a proxy gives the platform another one than this process listens on. */
function readyText({ serve, work }: Roles, listening: string | null, baseUrl: string): string {
  if (!serve) return listening === null ? 'Working' : `Working, health at http://${listening}/healthz`;
  const reached = baseUrl === `http://${listening}` ? '' : `, reached by ${baseUrl}`;
  return `Listening on http://${listening}${reached}${work ? ', and working' : ''}`;
}
