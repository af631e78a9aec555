import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Party } from '../people/access/party.ts';
import type { LeadsTo } from '../people/access/leads-to.ts';
import { isFresh, may, type PersonPrincipal } from '../people/access/principal.ts';
import { permissions, type Permission } from '../people/access/rights.ts';
import { findSession, principalOf, takeFlash, type Session, type Waits } from '../people/sessions/session.ts';
import { isAct, sendFailure } from './failures.ts';
import type { FormSize } from './body-limits.ts';
import type { Undone } from './confirm/undone.ts';
import { acceptForms } from './forms.ts';
import { refuseForeignForms } from './own-forms.ts';
import { proveFirst } from './prove-first.ts';
import { privatePageHeaders } from './page-headers.ts';
import { at, languageOf } from './request-language.ts';
import { acceptSessionCookie, type SessionCookie } from './session-cookie.ts';

/**
 * Who may come: `anybody`; `first-step`, whoever has given a password, whatever is still owed; `signed-in`, who owes nothing;
 * or who has this permission at the party that the session is for.
 */
export type Needs = 'anybody' | 'first-step' | 'signed-in' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    needs?: Needs;
    /** Both of every route that is posted to. */
    leadsTo?: LeadsTo;
    undone?: Undone;
    /** Answers with a part of a page, and changes nothing that waits. */
    isPart?: boolean;
  }
  interface FastifyRequest {
    session: Session | null;
  }
}

export interface SignedInContext
  extends Pick<Context, 'config' | 'db' | 'cells' | 'clock' | 'keyring'>, WithMenuCounts {}

/** What the menu says beside its sections. */
export interface WithMenuCounts {
  menuCounts?: MenuCounts;
}

/** What waits for this person. After an act what is known of its party is read again. */
export type MenuCounts = (principal: PersonPrincipal, look: 'page' | 'act') => Promise<Waits>;

const known: readonly string[] = ['anybody', 'first-step', 'signed-in', ...permissions];

/**
 * A scope of pages for persons: forms of ours alone, the session's cookie, and who may come declared by every route
 * (`config: { needs }`), and what a posted form leads to (`leadsTo`): whatever leads somewhere asks for a fresh proof, and goes
 * on with what was sent; and how it is undone (`undone`). A route that does not say so is refused at the start. Who may not come finds the page that is not there.
 */
export async function acceptPersons(
  scope: FastifyInstance,
  ctx: SignedInContext,
  forms: FormSize = 'fields',
): Promise<SessionCookie> {
  scope.addHook('onRoute', ({ method, url, config }) => {
    if (!known.includes(config?.needs ?? ''))
      throw new Error(`${String(method)} ${url} does not say who may come.`);
    if (method === 'POST' && config?.leadsTo === undefined)
      throw new Error(`${method} ${url} does not say what it leads to.`);
    if (method === 'POST' && config?.undone === undefined)
      throw new Error(`${method} ${url} does not say how it is undone.`);
  });
  await acceptForms(scope, forms);
  refuseForeignForms(scope, ctx.config.baseUrl);
  const cookie = await acceptSessionCookie(scope, 'session', ctx.config.baseUrl);
  scope.decorateRequest('session', null);
  scope.addHook('preHandler', async (request, reply) => {
    const value = cookie.read(request);
    if (value !== '') request.session = await findSession(ctx, value, ctx.clock.now());
    if (value !== '' && request.session === null) cookie.clear(reply);
    await countWaits(ctx, request);
    await letIn(ctx, request, reply);
  });
  return cookie;
}

async function countWaits(
  { menuCounts }: WithMenuCounts,
  { session, method, routeOptions }: FastifyRequest,
): Promise<void> {
  const principal = session === null ? null : principalOf(session);
  if (menuCounts === undefined || session === null || principal?.isWhole !== true) return;
  const changesNothing = method === 'GET' || routeOptions.config.isPart === true;
  session.waits = await menuCounts(principal, changesNothing ? 'page' : 'act');
}

async function letIn(ctx: SignedInContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const needs = request.routeOptions.config.needs ?? 'signed-in';
  const { session } = request;
  if (needs === 'anybody') return;
  if (session === null) return void lead(request, reply, '/in');
  if (needs !== 'first-step') {
    if (session.owes !== 'nothing') return void lead(request, reply, '/in/second');
    if (needs !== 'signed-in' && !may(principalIn(request), needs, partyIn(request))) {
      return void sendFailure(request, reply.code(404), 'not-found');
    }
  }
  // What was left to be said belongs to a page.
  if (request.method === 'GET')
    return request.routeOptions.config.isPart === true ? undefined : takeFlash(ctx.db, session);
  const { leadsTo = 'nothing' } = request.routeOptions.config;
  if (leadsTo !== 'nothing' && !isFresh(session, ctx.clock.now())) await proveFirst(ctx, request, reply);
}

/** Leads to a page of ours, and from a page that was asked for back to it afterwards. */
function lead(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const next = isAct(request) ? '' : `&next=${encodeURIComponent(request.url.split('?')[0] ?? '')}`;
  return reply.headers(privatePageHeaders()).redirect(`${at(path, languageOf(request))}${next}`, 303);
}

/** A path of our own to go on to; anything else leads to `otherwise`. */
export function nextPath(asked: unknown, otherwise: string): string {
  return typeof asked === 'string' && /^\/(?:[a-z0-9][\w./-]*)?$/i.test(asked) && !asked.includes('//')
    ? asked
    : otherwise;
}

export function sessionIn(request: FastifyRequest): Session {
  if (request.session === null) throw new Error('A route without a session asked for it.');
  return request.session;
}

const nowhere: PersonPrincipal = {
  is: 'person',
  personId: 0,
  name: '',
  side: 'client',
  partyId: 0,
  role: '',
  isWhole: false,
  steppedUpAt: null,
};

/** The principal of the request; of whoever belongs nowhere, one that may nothing. */
export const principalIn = (request: FastifyRequest): PersonPrincipal =>
  principalOf(sessionIn(request)) ?? nowhere;

export const partyIn = (request: FastifyRequest): Party => {
  const { side, partyId } = principalIn(request);
  return { side, partyId };
};
