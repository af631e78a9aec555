/** An administrator places a bulk order for a client: a sheet is uploaded, confirmed, and goes on. */
import { addresseeLabels } from '../../../orders/bulk/addressee-labels.ts';
import type { FastifyInstance } from 'fastify';
import { addFile, maxFileBytes } from '../../../orders/bulk/add-file.ts';
import { findBulk } from '../../../orders/bulk/bulk-order.ts';
import { confirmBulk } from '../../../orders/bulk/confirm-bulk.ts';
import { emptySheetNow, type EmptySheetContext } from '../../../orders/bulk/empty-sheet.ts';
import { previewBulk } from '../../../orders/bulk/preview.ts';
import { findClient } from '../../../clients/find-client.ts';
import { resumeBulk, type Decided } from '../../../orders/bulk/decide-bulk.ts';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';
import { sheetContentTypes, sheetFormats } from '../../../platform/spreadsheet/sheet-file.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { languageOf } from '../../../web/request-language.ts';
import { sendDownload, type ActEnd } from '../../../web/shell/pages.ts';
import { acceptUploads, readUpload } from '../../../web/uploads.ts';
import type { OperatorCall, OperatorPages, SecondPerson } from '../operator.ts';
import { bulkPageOf, clientIn } from './bulk-data.ts';
import { bulkPlaceLabels, type UploadProblem } from './bulk-place-labels.ts';

const path = '/o/clients/:id/bulk';
const needs = 'orders.place';

/** Files of up to `maxFileBytes` that are in memory at once, and how many more may wait. */
const uploadsAtOnce = 2;
const uploadsWaiting = 8;
/** Characters of the list of products that a second person reads. */
const longestFact = 2000;
const kopecks = 100;

export async function addBulkPlacing(
  scope: FastifyInstance,
  pages: OperatorPages,
  ctx: EmptySheetContext,
): Promise<void> {
  await acceptUploads(scope);
  const uploads = createPermits(() => uploadsAtOnce, uploadsWaiting);
  pages.act({
    path,
    needs,
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) =>
      uploads
        .within(() => upload(call))
        .catch((problem: unknown) => {
          if (problem instanceof TooManyWaiting) return refused(call, 'busy');
          throw problem;
        }),
  });
  for (const format of sheetFormats)
    scope.get(`/o/clients/bulk-sample.${format}`, { config: { needs } }, async (request, reply) =>
      sendDownload(reply, {
        name: `facevalue-orders.${format}`,
        contentType: sheetContentTypes[format],
        bytes: await emptySheetNow(ctx, format, languageOf(request)),
      }),
    );
  pages.act({
    path: `${path}/confirm`,
    needs,
    leadsTo: 'codes',
    undone: 'shown-first',
    secondPerson: confirming,
    act: confirm,
  });
  pages.act({
    path: `${path}/resume`,
    needs,
    leadsTo: 'codes',
    undone: 'pages',
    secondPerson: { alone: 'it goes on with what two persons have confirmed' },
    act: resume,
  });
}

/** Orders on the client's balance, which go to whomever the file names. */
const confirming: SecondPerson = {
  act: 'bulk.place',
  async tells(call) {
    const { ctx, now } = call;
    const key = keyIn(call);
    const [client, bulk] = await Promise.all([
      findClient(ctx.pageDb, key.clientId),
      findBulk(ctx.pageDb, key),
    ]);
    if (client === null || bulk?.state !== 'preview') return null;
    const { lines, sumKopecks, products, addressees } = await previewBulk(ctx.pageDb, client, key, now);
    return {
      ...key,
      fileName: bulk.name,
      lines,
      sumKopecks,
      products: products
        .map((one) => `${one.title}, ${one.faceKopecks / kopecks} × ${one.lines}`)
        .join('; ')
        .slice(0, longestFact),
      linesWithoutAddress: addressees.linkOnly,
    };
  },
};

async function refused(call: OperatorCall, why: UploadProblem): Promise<ActEnd> {
  const page = await bulkPageOf(call, null, { file: bulkPlaceLabels[call.language].problems[why] });
  return page === null ? { is: 'missing' } : { is: 'wrong', page };
}

async function upload(call: OperatorCall): Promise<ActEnd> {
  const { ctx, request, principal, now, language } = call;
  const clientId = clientIn(call);
  const brought = await readUpload(request, maxFileBytes);
  if ('is' in brought) return refused(call, brought.is);
  if ((await bulkPageOf(call, null)) === null) return { is: 'missing' };
  const file = { clientId, name: brought.fileName, bytes: brought.bytes };
  const added = await addFile(ctx.db, ctx.keyring, principal, file, now);
  if (added.is === 'refused') return added.why === 'forbidden' ? { is: 'missing' } : refused(call, added.why);
  const flash = { kind: 'note' as const, text: bulkPlaceLabels[language].reading };
  return { is: 'done', to: pathTo(clientId, added.bulkId), flash };
}

const pathTo = (clientId: number, bulkId: number): string => `/o/clients/${clientId}/bulk?bulk=${bulkId}`;
const keyIn = (call: OperatorCall) => ({
  clientId: clientIn(call),
  bulkId: idIn(call.form.get('bulk')) ?? 0,
});

async function confirm(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const key = keyIn(call);
  const labels = bulkPlaceLabels[language];
  const meant = { again: form.get('again') === 'yes', linkOnly: form.get('linkOnly') === 'yes' };
  const decided = await confirmBulk(ctx, principal, { ...key, ...meant }, now);
  if (decided.is !== 'same-file' && decided.is !== 'link-only') return endOf(call, decided, labels.confirmed);
  const errors =
    decided.is === 'same-file'
      ? { again: labels.againNeeded }
      : { linkOnly: addresseeLabels[language].linkOnlyNeeded };
  const page = await bulkPageOf(call, key.bulkId, errors);
  return page === null ? { is: 'missing' } : { is: 'wrong', page };
}

async function resume(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const decided = await resumeBulk(ctx, principal, keyIn(call), now);
  return endOf(call, decided, bulkPlaceLabels[language].resumed);
}

function endOf(call: OperatorCall, decided: Decided, done: string): ActEnd {
  const labels = bulkPlaceLabels[call.language];
  const { clientId, bulkId } = keyIn(call);
  const to = pathTo(clientId, bulkId);
  switch (decided.is) {
    case 'done':
      call.ctx.onPlaced();
      return { is: 'done', to, flash: { kind: 'yes', text: done } };
    case 'unknown':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to };
    case 'waits':
      return { is: 'done', to, flash: { kind: 'note', text: labels.waits } };
    case 'too-many':
      return { is: 'done', to, flash: { kind: 'no', text: labels.tooMany } };
    case 'changed':
    case 'in-state':
    case 'nothing-right':
    case 'same-file':
    case 'link-only':
      return { is: 'done', to, flash: { kind: 'no', text: labels.tooLate } };
  }
}
