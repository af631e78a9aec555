import type { FastifyInstance } from 'fastify';
import type { Side } from '../../src/people/access/party.ts';
import { privatePageHeaders } from '../../src/web/page-headers.ts';
import { at, languageOf } from '../../src/web/request-language.ts';
import { sendPage } from '../../src/web/send-page.ts';
import { acceptSessionCookie } from '../../src/web/session-cookie.ts';
import type { DemoPeople } from './demo-people.ts';
import { personsPage, personsPath } from './persons-page.ts';

/** Where each side's work begins. */
const firstPages: Record<Side, string> = { client: '/me', supplier: '/me', operator: '/me' };

/** `/demo/persons`: somebody for every role, and a button that signs in as them. */
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
    const person = (await people.list()).find((one) => one.membershipId === membershipId);
    const session = person === undefined ? null : await people.signIn(membershipId, device);
    const language = languageOf(request);
    if (person === undefined || session === null) return reply.redirect(at(personsPath, language), 303);
    cookie.set(reply, session);
    return reply.headers(privatePageHeaders()).redirect(at(firstPages[person.side], language), 303);
  });
}
