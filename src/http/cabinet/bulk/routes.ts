/** `/c/bulk`: many orders from one sheet. */
import { addresseeLabels } from '../../../orders/bulk/addressee-labels.ts';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { addFile, maxFileBytes } from '../../../orders/bulk/add-file.ts';
import { findBulk, isMoving, listBulks, type BulkOrder } from '../../../orders/bulk/bulk-order.ts';
import { confirmBulk } from '../../../orders/bulk/confirm-bulk.ts';
import { cancelBulk, pauseBulk, resumeBulk, type Decided } from '../../../orders/bulk/decide-bulk.ts';
import { emptySheetNow, type EmptySheetContext } from '../../../orders/bulk/empty-sheet.ts';
import { takeResult, takeWrongLines, type FileTaken } from '../../../orders/bulk/take-files.ts';
import { may } from '../../../people/access/principal.ts';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';
import {
  sheetContentTypes,
  sheetFormats,
  type SheetFormat,
} from '../../../platform/spreadsheet/sheet-file.ts';
import { bulkQuestion } from '../../../web/confirm/bulk-question.ts';
import type { Question } from '../../../web/confirm/question.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { readPage, type Listed } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { sendDownload, type ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { approvalLabels } from '../approvals/labels.ts';
import { decisionView } from '../approvals/approval-view.ts';
import { bulkLive, bulkView } from './bulk-view.ts';
import { bulkLabels } from './labels.ts';
import { bulkListView } from './list-view.ts';
import { addTickedBulks } from './ticked-bulks.ts';
import { readBulkShown, type BulkShown } from './shown-bulk.ts';

/** Files of up to `maxFileBytes` that are in memory at once, and how many more may wait. */
const uploadsAtOnce = 4;
const uploadsWaiting = 16;

export async function addBulk(
  scope: FastifyInstance,
  pages: CabinetPages,
  ctx: EmptySheetContext,
): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: maxFileBytes, files: 1, fields: 1, parts: 2, headerPairs: 20 },
    throwFileSizeLimit: false,
  });
  const uploads = createPermits(() => uploadsAtOnce, uploadsWaiting);
  pages.page<Listed<BulkOrder>>({
    path: '/c/bulk',
    needs: 'orders.read',
    load: readList,
    view: (list, call) => listPage(list, call),
  });
  pages.act({
    path: '/c/bulk',
    needs: 'orders.place',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) =>
      uploads
        .within(() => upload(call))
        .catch((problem: unknown) => {
          if (problem instanceof TooManyWaiting) return refusedUpload(call, 'busy');
          throw problem;
        }),
  });
  for (const format of sheetFormats)
    scope.get(`/c/bulk/template.${format}`, { config: { needs: 'orders.read' } }, async (request, reply) => {
      const language = (request.query as Record<string, string>)['lang'] === 'en' ? 'en' : 'ru';
      return sendDownload(reply, {
        name: `facevalue-orders.${format}`,
        contentType: sheetContentTypes[format],
        bytes: await emptySheetNow(ctx, format, language),
      });
    });
  pages.page<BulkShown>({
    path: '/c/bulk/:id',
    needs: 'orders.read',
    load: readOne,
    view: (shown, call) => bulkPage(shown, call),
  });
  pages.part({
    path: '/c/bulk/:id/live',
    needs: 'orders.read',
    async load(call) {
      const bulk = await findBulk(call.ctx.pageDb, keyOf(call));
      return bulk && bulkLive(bulk, call.language);
    },
  });
  addTickedBulks(pages);
  registerActs(pages);
}

const clientOf = ({ party }: CabinetCall): number => party.partyId;
const keyOf = (call: CabinetCall) => ({ clientId: clientOf(call), bulkId: idIn(call.params['id']) ?? 0 });
const mayPlace = ({ principal, party }: CabinetCall): boolean => may(principal, 'orders.place', party);

const readList = (call: CabinetCall): Promise<Listed<BulkOrder>> =>
  readPage(
    call.query,
    (slice) => listBulks(call.ctx.pageDb, { clientId: clientOf(call), ...slice }),
    ({ bulkId }) => bulkId,
  );

const listPage = (list: Listed<BulkOrder>, call: CabinetCall, errors: FieldErrors = {}) => ({
  title: bulkLabels[call.language].title,
  main: bulkListView(list, {
    place: { path: '/c/bulk', query: call.query, language: call.language },
    mayPlace: mayPlace(call),
    errors,
  }),
  errors,
});

type UploadError = keyof (typeof bulkLabels)['ru']['uploadErrors'];

async function refusedUpload(call: CabinetCall, why: UploadError): Promise<ActEnd> {
  const errors = { file: bulkLabels[call.language].uploadErrors[why] };
  return { is: 'wrong', page: listPage(await readList(call), call, errors) };
}

async function upload(call: CabinetCall): Promise<ActEnd> {
  const { ctx, request, principal, now } = call;
  const part = request.isMultipart() ? await request.file() : undefined;
  if (part === undefined || part.filename === '') return refusedUpload(call, 'no-file');
  const bytes = await bytesOf(part);
  if (bytes === null) return refusedUpload(call, 'too-large');
  const ask = { clientId: clientOf(call), name: part.filename, bytes };
  const added = await addFile(ctx.db, ctx.keyring, principal, ask, now);
  if (added.is === 'added') return { is: 'done', to: `/c/bulk/${added.bulkId}` };
  return added.why === 'forbidden' ? { is: 'missing' } : refusedUpload(call, added.why);
}

/** Null: it is longer than the limit, and what came of it is cut. */
async function bytesOf({ file }: MultipartFile): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  return file.truncated ? null : Buffer.concat(chunks);
}

function readOne(call: CabinetCall): Promise<BulkShown | null> {
  const after = idIn(call.query['after']) ?? 0;
  return readBulkShown(call.ctx.pageDb, { ...keyOf(call), after }, call.now);
}

function bulkPage(shown: BulkShown, call: CabinetCall, errors: FieldErrors = {}) {
  const { language, principal, party } = call;
  return {
    title: bulkLabels[language].one(shown.bulk.bulkId),
    main: bulkView(shown, {
      language,
      mayPlace: mayPlace(call),
      mayTakeResult: may(principal, 'links.read', party),
      decision: shown.approval && decisionView(shown.approval, call),
      errors,
    }),
    errors,
    renews: isMoving(shown.bulk),
  };
}

function registerActs(pages: CabinetPages): void {
  const decisions = { pause: pauseBulk, resume: resumeBulk, cancel: cancelBulk };
  const said = { pause: 'paused', resume: 'resumed', cancel: 'cancelled' } as const;
  for (const name of ['pause', 'resume', 'cancel'] as const)
    pages.act({
      path: `/c/bulk/:id/${name}`,
      needs: 'orders.place',
      leadsTo: name === 'resume' ? 'codes' : 'nothing',
      undone: name === 'cancel' ? { asks: askCancel } : 'pages',
      act: async (call) => {
        const decided = await decisions[name](call.ctx, call.principal, keyOf(call), call.now);
        return endOf(call, decided, bulkLabels[call.language][said[name]]);
      },
    });
  pages.act({
    path: '/c/bulk/:id/confirm',
    needs: 'orders.place',
    leadsTo: 'codes',
    undone: 'shown-first',
    act: confirm,
  });
  pages.act({
    path: '/c/bulk/:id/result',
    needs: 'links.read',
    leadsTo: 'codes',
    undone: 'nothing',
    makesFile: true,
    act: (call) => {
      const { ctx, principal, language, now } = call;
      const ask = { ...keyOf(call), format: formatIn(call), language, baseUrl: ctx.config.baseUrl };
      return takeResult(ctx, principal, ask, now).then((taken) => fileEnd(call, taken, 'result'));
    },
  });
  pages.act({
    path: '/c/bulk/:id/wrong',
    needs: 'orders.place',
    leadsTo: 'nothing',
    undone: 'nothing',
    makesFile: true,
    act: (call) => {
      const { ctx, principal, language, now } = call;
      const ask = { ...keyOf(call), format: formatIn(call), language };
      return takeWrongLines(ctx, principal, ask, now).then((taken) => fileEnd(call, taken, 'to-correct'));
    },
  });
}

async function askCancel(call: CabinetCall): Promise<Question | null> {
  const bulk = await findBulk(call.ctx.pageDb, keyOf(call));
  const back = `/c/bulk/${keyOf(call).bulkId}`;
  return bulk && bulkQuestion(bulk, { name: null, back, language: call.language });
}

async function confirm(call: CabinetCall): Promise<ActEnd> {
  const isMeant = (name: string): boolean => call.form.get(name) === 'yes';
  const ask = { ...keyOf(call), again: isMeant('again'), linkOnly: isMeant('linkOnly') };
  const decided = await confirmBulk(call.ctx, call.principal, ask, call.now);
  if (decided.is === 'same-file' || decided.is === 'link-only') {
    const shown = await readOne(call);
    if (shown === null) return { is: 'missing' };
    const labels = bulkLabels[call.language];
    const errors =
      decided.is === 'same-file'
        ? { again: labels.againNeeded }
        : { linkOnly: addresseeLabels[call.language].linkOnlyNeeded };
    return { is: 'wrong', page: bulkPage(shown, call, errors) };
  }
  return endOf(call, decided, bulkLabels[call.language].confirmed);
}

function endOf(call: CabinetCall, decided: Decided, done: string): ActEnd {
  const to = `/c/bulk/${keyOf(call).bulkId}`;
  switch (decided.is) {
    case 'done':
      return { is: 'done', to, flash: { kind: 'yes', text: done } };
    case 'unknown':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to };
    case 'waits':
      return { is: 'done', to, flash: { kind: 'note', text: bulkLabels[call.language].waits } };
    case 'too-many':
      return { is: 'done', to, flash: { kind: 'no', text: approvalLabels[call.language].tooMany } };
    case 'changed':
    case 'in-state':
    case 'nothing-right':
    case 'same-file':
    case 'link-only':
      return { is: 'done', to, flash: { kind: 'no', text: bulkLabels[call.language].tooLate } };
  }
}

const formatIn = ({ form }: CabinetCall): SheetFormat => (form.get('format') === 'csv' ? 'csv' : 'xlsx');

function fileEnd(call: CabinetCall, taken: FileTaken, kind: string): ActEnd {
  const { bulkId } = keyOf(call);
  if (taken.is === 'missing') return { is: 'missing' };
  if (taken.is === 'step-up') return { is: 'step-up', to: `/c/bulk/${bulkId}` };
  const format = formatIn(call);
  const file = { name: `facevalue-bulk-${bulkId}-${kind}.${format}`, contentType: sheetContentTypes[format] };
  return { is: 'file', file: { ...file, bytes: taken.content } };
}
