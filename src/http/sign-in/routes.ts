import type { FastifyInstance } from 'fastify';
import { deviceKeptDays } from '../../people/sign-in/known-device.ts';
import { acceptSessionCookie } from '../../web/session-cookie.ts';
import { acceptPersons } from '../../web/signed-in.ts';
import { registerAgain } from './again-routes.ts';
import { registerIn } from './in-routes.ts';
import { registerInvite } from './invite-routes.ts';
import { registerMe } from './me-routes.ts';
import type { SignInContext } from './page.ts';
import { registerSecond } from './second-routes.ts';
import { registerSetup } from './setup-routes.ts';
import { registerTeam } from './team-routes.ts';

/** The pages on which persons sign in and take care of their sign-in and of their team. */
export async function registerSignInPages(app: FastifyInstance, ctx: SignInContext): Promise<void> {
  await app.register(async (scope) => {
    const cookie = await acceptPersons(scope, ctx);
    const device = await acceptSessionCookie(scope, 'device', ctx.config.baseUrl, deviceKeptDays);
    const parts = { ctx, cookie, device };
    registerIn(scope, parts);
    registerSecond(scope, parts);
    registerInvite(scope, parts);
    registerAgain(scope, parts);
    registerMe(scope, parts);
    registerTeam(scope, parts);
    registerSetup(scope, parts);
  });
}
