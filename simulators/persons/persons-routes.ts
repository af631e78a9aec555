/** `/demo/persons`: somebody for every role, and a button that signs in as them. */
import type { FastifyInstance } from 'fastify';
import { privatePageHeaders } from '../../src/web/page-headers.ts';
import { at, languageOf } from '../../src/web/request-language.ts';
import { sendPage } from '../../src/web/send-page.ts';
import { acceptSessionCookie } from '../../src/web/session-cookie.ts';
import type { DemoPeople } from './demo-people.ts';
import { personsPage, personsPath } from './persons-page.ts';

/** Leads on to the first page of one's role. */
const homePath = '/home';

export async function registerPersons(
  demo: FastifyInstance,
  people: DemoPeople,
  baseUrl: string,
): Promise<void> {
  const cookie = await acceptSessionCookie(demo, 'session', baseUrl);
  demo.get(personsPath, async (request, reply) =>
    sendPage(reply, personsPage(await people.list(), people.password, languageOf(request))),
  );
  demo.post<{ Params: { id: string } }>(`${personsPath}/:id(^\\d{1,15}$)/in`, async (request, reply) => {
    const membershipId = Number(request.params.id);
    const device = { address: request.ip, agent: request.headers['user-agent'] ?? '' };
    const session = await people.signIn(membershipId, device);
    const language = languageOf(request);
    if (session === null) return reply.redirect(at(personsPath, language), 303);
    cookie.set(reply, session);
    return reply.headers(privatePageHeaders()).redirect(at(homePath, language), 303);
  });
}
