/** `/s/codes`: what is in stock, and handing in new codes. The operator puts them on sale. */
import { lastRunOf } from '../../../acts/guarded/drafts/draft-run.ts';
import { maxUploadBytes, uploadCodes } from '../../../acts/guarded/drafts/upload-codes.ts';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import { supplierStock } from '../../../reports/supplier-stock.ts';
import { findDraft, listDraftsOf } from '../../../suppliers/mail/drafts.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { readUpload } from '../../../web/uploads.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { codesView, type CodesData } from './codes-view.ts';
import { draftView, type DraftData } from './draft-view.ts';
import { codesLabels } from './labels.ts';
import { fileReasons } from '../../../suppliers/mail/file-reasons.ts';

const path = '/s/codes';
/** Files that are in memory at once, and how many more may wait. */
const uploadsAtOnce = 2;
const uploadsWaiting = 8;
const draftsListed = 50;

export function addCodes(pages: SupplierPages): void {
  const uploads = createPermits(() => uploadsAtOnce, uploadsWaiting);
  pages.page<CodesData>({
    path,
    needs: 'stock.read',
    load,
    view: (data, { language }) => codesView(data, language),
  });
  pages.page<DraftData>({
    path: `${path}/:id`,
    needs: 'stock.read',
    load: loadDraftPage,
    view: (data, { language }) => draftView(data, language),
  });
  pages.act({
    path,
    needs: 'stock.load',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) =>
      uploads
        .within(() => upload(call))
        .catch((problem: unknown) => {
          if (problem instanceof TooManyWaiting) return refused(call, { file: 'busy' });
          throw problem;
        }),
  });
}

async function load(call: SupplierCall): Promise<CodesData> {
  const { ctx, now } = call;
  const supplierId = supplierOf(call);
  const [stock, drafts] = await Promise.all([
    supplierStock(ctx, supplierId, now),
    listDraftsOf(ctx.pageDb, { supplierId, limit: draftsListed }),
  ]);
  return { stock, drafts };
}

async function loadDraftPage(call: SupplierCall): Promise<DraftData | null> {
  const { ctx, params } = call;
  const supplierId = supplierOf(call);
  const draft = await findDraft(ctx.pageDb, idIn(params['id']) ?? 0);
  if (draft === null || draft.supplierId !== supplierId) return null;
  return { draft, run: await lastRunOf(ctx.pageDb, { supplierId, draftId: draft.draftId }) };
}

type UploadError = keyof (typeof codesLabels)['ru']['errors'];

async function refused(
  call: SupplierCall,
  why: Partial<Record<'file' | 'face' | 'product', UploadError>>,
): Promise<ActEnd> {
  const { errors } = codesLabels[call.language];
  const fieldErrors = Object.fromEntries(Object.entries(why).map(([field, error]) => [field, errors[error]]));
  return refusedWith(call, fieldErrors);
}

const refusedWith = async (call: SupplierCall, errors: FieldErrors): Promise<ActEnd> => ({
  is: 'wrong',
  page: codesView(await load(call), call.language, errors),
});

async function upload(call: SupplierCall): Promise<ActEnd> {
  const { ctx, request, principal, language, now } = call;
  const labels = codesLabels[language];
  const brought = await readUpload(request, maxUploadBytes);
  if ('is' in brought) return refused(call, { file: brought.is });
  const { fileName, bytes, fields } = brought;
  const face = (fields.get('face') ?? '').trim();
  const faceKopecks = face === '' ? null : readRoubles(face);
  if (face !== '' && (faceKopecks === null || faceKopecks === 0)) return refused(call, { face: 'face' });
  const productId = idIn(fields.get('product'));
  if (productId === null) return refused(call, { product: 'no-product' });
  const skips = fields.get('skip') === 'yes';
  const rules = {
    productId,
    ...(faceKopecks === null ? {} : { faceKopecks }),
    ...(skips ? { skipWrong: true, skipDuplicates: true } : {}),
  };
  const ask = { supplierId: supplierOf(call), fileName, bytes, rules };
  const uploaded = await uploadCodes(ctx.db, ctx.keyring, principal, ask, now);
  switch (uploaded.is) {
    case 'no-supplier':
      return { is: 'missing' };
    case 'no-product':
      return refused(call, { product: 'no-product' });
    case 'unreadable':
      return refusedWith(call, { file: labels.unreadable(fileReasons.text(uploaded.reason, call.language)) });
    case 'known':
      return {
        is: 'done',
        to: `${path}/${uploaded.draftId}`,
        flash: { kind: 'note', text: labels.known },
      };
    case 'added':
      return { is: 'done', to: `${path}/${uploaded.draftId}` };
  }
}
