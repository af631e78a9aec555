import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { lastRunOf } from '../../../guarded-acts/drafts/draft-run.ts';
import { maxUploadBytes, uploadCodes } from '../../../guarded-acts/drafts/upload-codes.ts';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import { supplierStock } from '../../../reports/supplier-stock.ts';
import { findDraft, listDraftsOf } from '../../../suppliers/mail/drafts.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { codesView, type CodesData } from './codes-view.ts';
import { draftView, type DraftData } from './draft-view.ts';
import { codesLabels } from './labels.ts';

const path = '/s/codes';
/** Files that are in memory at once, and how many more may wait. */
const uploadsAtOnce = 2;
const uploadsWaiting = 8;
const draftsListed = 50;

/** `/s/codes`: what is in stock, and handing in new codes. The operator puts them on sale. */
export async function addCodes(scope: FastifyInstance, pages: SupplierPages): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: maxUploadBytes, files: 1, fields: 3, fieldSize: 100, parts: 4, headerPairs: 20 },
    throwFileSizeLimit: false,
  });
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
    supplierStock(ctx.pageDb, supplierId, now),
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
  const told = Object.fromEntries(Object.entries(why).map(([field, error]) => [field, errors[error]]));
  return refusedWith(call, told);
}

const refusedWith = async (call: SupplierCall, errors: FieldErrors): Promise<ActEnd> => ({
  is: 'wrong',
  page: codesView(await load(call), call.language, errors),
});

async function upload(call: SupplierCall): Promise<ActEnd> {
  const { ctx, request, principal, language, now } = call;
  const labels = codesLabels[language];
  const part = request.isMultipart() ? await request.file() : undefined;
  if (part === undefined) return refused(call, { file: 'no-file' });
  // The fields stand before the file.
  const bytes = await bytesOf(part);
  if (part.filename === '') return refused(call, { file: 'no-file' });
  if (bytes === null) return refused(call, { file: 'too-large' });
  const face = fieldOf(part, 'face').trim();
  const faceKopecks = face === '' ? null : readRoubles(face);
  if (face !== '' && (faceKopecks === null || faceKopecks === 0)) return refused(call, { face: 'face' });
  const productId = idIn(fieldOf(part, 'product'));
  if (productId === null) return refused(call, { product: 'no-product' });
  const skips = fieldOf(part, 'skip') === 'yes';
  const rules = {
    productId,
    ...(faceKopecks === null ? {} : { faceKopecks }),
    ...(skips ? { skipWrong: true, skipDuplicates: true } : {}),
  };
  const ask = { supplierId: supplierOf(call), fileName: part.filename, bytes, rules };
  const uploaded = await uploadCodes(ctx.db, ctx.keyring, principal, ask, now);
  switch (uploaded.is) {
    case 'no-supplier':
      return { is: 'missing' };
    case 'no-product':
      return refused(call, { product: 'no-product' });
    case 'unreadable':
      return refusedWith(call, { file: labels.unreadable(uploaded.details) });
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

function fieldOf({ fields }: MultipartFile, name: string): string {
  const field = fields[name];
  return field !== undefined && 'value' in field ? String(field.value) : '';
}

/** Null: it is longer than the limit, and what came of it is cut. */
async function bytesOf({ file }: MultipartFile): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  return file.truncated ? null : Buffer.concat(chunks);
}
