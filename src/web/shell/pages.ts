/** Pages and acts of a signed-in side: who may come, how they are shown. */
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import type { Side } from '../../people/access/party.ts';
import { isFresh } from '../../people/access/principal.ts';
import type { LeadsTo } from '../../people/access/leads-to.ts';
import type { Permission } from '../../people/access/rights.ts';
import { isWhole, leavingOut } from '../../platform/cells/cell-context.ts';
import { createStreamPlaces, type StreamPlace } from '../../platform/batching/stream-places.ts';
import type { Html } from '../../platform/text/html.ts';
import { listViews } from '../../people/views/saved-views.ts';
import { setFlash } from '../../people/sessions/session.ts';
import { askFirst, type Answered } from '../confirm/ask-first.ts';
import { confirmLabels } from '../confirm/labels.ts';
import type { Question } from '../confirm/question.ts';
import type { Undone } from '../confirm/undone.ts';
import { sendFailure } from '../failures.ts';
import { problemsIn, type PlainFields } from '../form/fields.ts';
import type { FieldErrors } from '../form-view.ts';
import type { Page } from '../frame.ts';
import { privatePageHeaders } from '../page-headers.ts';
import { at } from '../request-language.ts';
import { sendPage } from '../send-page.ts';
import type { SessionCookie } from '../session-cookie.ts';
import { leadToProof, proveFirst } from '../prove-first.ts';
import { acceptPersons, partyIn, type WithMenuCounts } from '../signed-in.ts';
import { writeFlash, type Flash } from './flash.ts';
import { sendLetter, type FramedLetter } from './framed-letter.ts';
import { pageCall, type PageCall } from './page-call.ts';
import { sendShellPage, type ShellPage } from './send-shell-page.ts';

export interface ShellContext
  extends Pick<Context, 'config' | 'db' | 'pageDb' | 'cells' | 'clock' | 'keyring'>, WithMenuCounts {}

/** A page: what it reads, and how that looks. */
export interface PageDefinition<Ctx, Data> {
  path: string;
  needs: Permission;
  /** Shows secrets: whoever opens it proves first to be there. */
  stepUp?: true;
  /** A list whose filters people keep under names. */
  keepsViews?: true;
  /** Null: there is no such thing here, which looks like a page that does not exist. */
  load(call: PageCall<Ctx>): Promise<Data | null>;
  view(data: Data, call: PageCall<Ctx>): ShellPage;
}

/** A letter that a page shows in a frame; null: there is no such thing here. */
export interface LetterDefinition<Ctx> {
  path: string;
  needs: Permission;
  load(call: PageCall<Ctx>): Promise<FramedLetter | null>;
}

/** A part of a page, as a script asks for it: it costs less than the page. */
export interface PartDefinition<Ctx> {
  path: string;
  needs: Permission;
  load(call: PageCall<Ctx>): Promise<Html | null>;
}

/** What a form asks for: one verb is called, and its outcome becomes one of these ends. */
export interface ActDefinition<Ctx> {
  path: string;
  needs: Permission;
  /** Whatever leads somewhere is done by somebody who has just proven to be there. */
  leadsTo: LeadsTo;
  undone: Exclude<Undone, 'asked-first'> | Asks<Ctx>;
  /** Ends with a part of a page, and changes nothing. */
  isPart?: true;
  /** It reads much to make a file: only a few are made at once. */
  makesFile?: true;
  /** Judged before anything is asked or done. */
  judged?: Judged<Ctx>;
  act: (call: PageCall<Ctx>) => Promise<ActEnd>;
}

/** Fields that could be too long, or none of their choices; `again` shows the form with that. */
export interface Judged<Ctx> {
  fields: PlainFields;
  again: (call: PageCall<Ctx>, errors: FieldErrors) => Promise<ActEnd>;
}

/** Not, so its question comes first; null: what was sent leads nowhere, or is refused anyway. */
export interface Asks<Ctx> {
  asks: (call: PageCall<Ctx>) => Promise<Question | null>;
}

export type ActEnd =
  /** Leads to a page, which says `flash` once. */
  | { is: 'done'; to: string; flash?: Flash }
  /** Not there, or not for this person: the same answer. */
  | { is: 'missing' }
  /** The person proves to be there, and then goes on with what was sent; after a file, at `to`. */
  | { is: 'step-up'; to: string }
  /** The form again, with what was typed and what is wrong with it. */
  | { is: 'wrong'; page: ShellPage }
  /** What is shown once, as the answer to the form. */
  | { is: 'shown'; page: ShellPage }
  /** What the page with the form shows in a frame. */
  | { is: 'letter'; letter: FramedLetter }
  /** The same, a page of its own. */
  | { is: 'frame'; page: Page }
  /** What a script puts into the page. */
  | { is: 'part'; part: Html }
  | { is: 'file'; file: Download };

export interface Download {
  name: string;
  contentType: string;
  bytes: Buffer | AsyncIterable<Uint8Array>;
}

export interface Pages<Ctx> {
  page<Data>(definition: PageDefinition<Ctx, Data>): void;
  letter(definition: LetterDefinition<Ctx>): void;
  part(definition: PartDefinition<Ctx>): void;
  act(definition: ActDefinition<Ctx>): void;
}

/** Files that a process makes at once for one side, and for one of its parties: each holds a connection. */
const filesAtOnce = 4;
const filesOfParty = 2;
/** Whoever stops reading must not keep others out. */
const longestFileMs = 10 * 60_000;

/** Below this a page is sent as it is. */
const compressFromBytes = 2048;

/** The signed-in pages of one side: members of others find no such page. */
export async function acceptPages<Ctx extends ShellContext>(
  scope: FastifyInstance,
  ctx: Ctx,
  side: Side,
): Promise<Pages<Ctx>> {
  await scope.register(compress, { threshold: compressFromBytes });
  // Greetings and comments are long texts.
  const cookie = await acceptPersons(scope, ctx, 'table');
  const files = createStreamPlaces(filesAtOnce, longestFileMs, filesOfParty);
  scope.addHook('preHandler', async (request, reply) => {
    if (!reply.sent && partyIn(request).side !== side) await missing(request, reply);
  });
  return {
    page(definition) {
      const { path, needs } = definition;
      scope.get(path, { config: { needs } }, async (request, reply) => {
        const call = pageCall(leavingOut(ctx), request, reply);
        if (definition.stepUp === true && !isFresh(call.principal, call.now))
          return leadToProof(request, reply, call.path);
        const [data, views] = await Promise.all([
          definition.load(call),
          definition.keepsViews === true ? listViews(ctx.pageDb, call.principal, call.path) : null,
        ]);
        if (data !== null) return sendShellPage(call, definition.view(data, { ...call, views }), 200);
        // It may be where nothing was read.
        return isWhole(call.ctx) ? missing(request, reply) : sendFailure(request, reply.code(503), 'away');
      });
    },
    letter(definition) {
      const { path, needs } = definition;
      scope.get(path, { config: { needs } }, async (request, reply) => {
        const letter = await definition.load(pageCall(ctx, request, reply));
        return letter === null ? missing(request, reply) : sendLetter(reply, letter);
      });
    },
    part(definition) {
      const { path, needs } = definition;
      scope.get(path, { config: { needs, isPart: true } }, async (request, reply) => {
        const part = await definition.load(pageCall(leavingOut(ctx), request, reply));
        return part === null ? missing(request, reply) : sendPart(reply, part);
      });
    },
    act({ path, needs, leadsTo, undone, isPart, makesFile, judged, act }) {
      const asks = typeof undone === 'string' ? null : undone.asks;
      const config = {
        needs,
        leadsTo,
        undone: asks === null ? (undone as Undone) : 'asked-first',
        isPart: isPart === true,
      };
      scope.post(path, { config }, async (request, reply) => {
        const callWith = (form?: URLSearchParams) => pageCall(ctx, request, reply, form);
        const errors = judged === undefined ? {} : problemsIn(judged.fields, callWith());
        if (judged !== undefined && Object.keys(errors).length > 0)
          return finish(ctx, callWith(), cookie, await judged.again(callWith(), errors));
        const answered = asks && (await askFirst(ctx, request, (form) => asks(callWith(form))));
        if (answered !== null && answered.is !== 'go') return hold(ctx, callWith(), cookie, answered);
        const call = callWith(answered?.form);
        const place = makesFile === true ? files.take(call.party.partyId) : unlimited;
        if (place === null) return busy(request, reply);
        const end = await act(call).catch((problem: unknown) => {
          place.free();
          throw problem;
        });
        return finish(ctx, call, cookie, held(end, place));
      });
    },
  };
}

/** Nothing is done yet: the question, or back to where it was asked. */
async function hold<Ctx extends ShellContext>(
  home: ShellContext,
  call: PageCall<Ctx>,
  cookie: SessionCookie,
  answered: Exclude<Answered, { is: 'go' }>,
): Promise<FastifyReply> {
  if (answered.is === 'ask') return sendShellPage(call, answered, 200);
  // What the first of two presses left to be said comes first.
  const { flash } = call.session;
  const text = { kind: 'note', text: confirmLabels[call.language].notAgain } as const;
  return finish(home, call, cookie, {
    is: 'done',
    to: answered.to,
    ...(flash === null && { flash: text }),
  });
}

const unlimited: StreamPlace = { hold: (content) => content, free: () => {} };

/** Keeps the place until the file is sent, or breaks off; any other end needs none. */
function held(end: ActEnd, place: StreamPlace): ActEnd {
  if (end.is === 'file') {
    const { bytes } = end.file;
    if (Symbol.asyncIterator in bytes) return { is: 'file', file: { ...end.file, bytes: place.hold(bytes) } };
  }
  place.free();
  return end;
}

const busy = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendFailure(request, reply.code(503), 'busy');

async function finish<Ctx extends ShellContext>(
  home: ShellContext,
  call: PageCall<Ctx>,
  cookie: SessionCookie,
  end: ActEnd,
): Promise<FastifyReply> {
  const { ctx, request, reply, language } = call;
  switch (end.is) {
    case 'done':
      if (end.flash !== undefined) await setFlash(ctx.db, cookie.read(request), writeFlash(end.flash));
      return reply.headers(privatePageHeaders()).redirect(at(end.to, language), 303);
    case 'missing':
      return missing(request, reply);
    case 'step-up':
      return proveFirst(home, request, reply, end.to);
    case 'wrong':
      return sendShellPage(call, end.page, 422);
    case 'shown':
      return sendShellPage(call, end.page, 200);
    case 'letter':
      return sendLetter(reply, end.letter);
    case 'frame':
      return sendPage(reply, { ...end.page, needs: { ...end.page.needs, framed: true } });
    case 'part':
      return sendPart(reply, end.part);
    case 'file':
      return sendDownload(reply, end.file);
  }
}

const sendPart = (reply: FastifyReply, part: Html): FastifyReply =>
  reply.headers({ ...privatePageHeaders(), 'content-type': 'text/html; charset=utf-8' }).send(part.markup);

const missing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendFailure(request, reply.code(404), 'not-found');

export const sendDownload = (reply: FastifyReply, { name, contentType, bytes }: Download): FastifyReply =>
  reply
    .headers({
      ...privatePageHeaders(),
      'content-disposition': `attachment; filename="${name}"`,
      'content-type': contentType,
    })
    .send(bytes instanceof Buffer ? bytes : Readable.from(bytes));
