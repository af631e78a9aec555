/** `/o/pools`: the stock of codes that are loaded beforehand, and the way for more of them. */
import type { FastifyInstance } from 'fastify';
import { uploadCodes, maxUploadBytes } from '../../../acts/guarded/drafts/upload-codes.ts';
import type { DraftRules } from '../../../acts/guarded/drafts/draft-run.ts';
import { may } from '../../../people/access/principal.ts';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';
import { readKopecks } from '../read-kopecks.ts';
import { findPoolStock, listLots, listPoolPage } from '../../../reports/stock-days.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { readPage } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { acceptUploads, readUpload } from '../../../web/uploads.ts';
import { searchIn } from '../../../web/shell/filters-view.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { poolLabels } from './labels.ts';
import type { Pool, PoolList } from './pool.ts';
import { poolListView } from './list-view.ts';
import { poolView } from './pool-view.ts';
import { fileReasons } from '../../../suppliers/mail/file-reasons.ts';

/** Files of up to `maxUploadBytes` that are in memory at once, and how many more may wait. */
const uploadsAtOnce = 2;
const uploadsWaiting = 8;

export async function addPools(scope: FastifyInstance, pages: OperatorPages): Promise<void> {
  await acceptUploads(scope);
  const uploads = createPermits(() => uploadsAtOnce, uploadsWaiting);
  pages.page<PoolList>({ path: '/o/pools', needs: 'stock.read', load: loadList, view: poolListView });
  pages.page<Pool>({
    path: '/o/pools/:id',
    needs: 'stock.read',
    load: loadPool,
    view: (pool, call) => poolView(pool, call),
  });
  pages.act({
    path: '/o/pools/:id',
    needs: 'stock.load',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) =>
      uploads
        .within(() => upload(call))
        .catch((problem: unknown) => {
          if (problem instanceof TooManyWaiting) return again(call, { file: problemsOf(call).busy });
          throw problem;
        }),
  });
}

async function loadList({ ctx, query, now }: OperatorCall): Promise<PoolList> {
  const wanted = searchIn(query);
  const list = await readPage(
    query,
    (slice) => listPoolPage(ctx, { wanted, ...slice }, now),
    ({ productId }) => productId,
  );
  return { wanted, list };
}

async function loadPool({ ctx, params, now }: OperatorCall): Promise<Pool | null> {
  const productId = idIn(params['id']) ?? 0;
  const [stock, lots] = await Promise.all([
    findPoolStock(ctx, productId, now),
    listLots(ctx, productId, now),
  ]);
  return stock === null ? null : { stock, lots };
}

const problemsOf = ({ language }: OperatorCall) => poolLabels[language].problems;

async function again(call: OperatorCall, errors: FieldErrors, typed?: URLSearchParams): Promise<ActEnd> {
  const pool = await loadPool(call);
  return pool === null ? { is: 'missing' } : { is: 'wrong', page: poolView(pool, call, errors, typed) };
}

async function upload(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, request, language, now } = call;
  const pool = await loadPool(call);
  if (pool === null || !may(principal, 'stock.load', call.party)) return { is: 'missing' };
  const { supplierId, productId } = pool.stock;
  const brought = await readUpload(request, maxUploadBytes);
  const { fields } = brought;
  if ('is' in brought) return again(call, { file: problemsOf(call)[brought.is] }, fields);
  const face = (fields.get('face') ?? '').trim();
  const faceKopecks = face === '' ? null : readKopecks(face);
  if (face !== '' && faceKopecks === null) return again(call, { face: problemsOf(call).face }, fields);
  const rules: DraftRules = { productId, faceKopecks, ...columnsOf(fields) };
  const { fileName, bytes } = brought;
  const uploaded = await uploadCodes(
    ctx.db,
    ctx.keyring,
    principal,
    { supplierId, fileName, bytes, rules },
    now,
  );
  switch (uploaded.is) {
    case 'added':
      return { is: 'done', to: `/o/drafts/${uploaded.draftId}` };
    case 'known': {
      const text = poolLabels[language].known(uploaded.draftId);
      return { is: 'done', to: `/o/drafts/${uploaded.draftId}`, flash: { kind: 'note', text } };
    }
    case 'unreadable':
      return again(call, { file: fileReasons.text(uploaded.reason, language) }, fields);
    case 'no-supplier':
    case 'no-product':
      return { is: 'missing' };
  }
}

/** A list of codes without headings: the code first, then the PIN. */
const columnsOf = (fields: URLSearchParams): Pick<DraftRules, 'columns' | 'hasHeadings'> =>
  fields.get('plain') === 'yes' ? { hasHeadings: false, columns: { number: '1', pin: '2' } } : {};
