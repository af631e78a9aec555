import assert from 'node:assert/strict';
import { addImport } from '../../src/acts/catalog/imports/ask-import.ts';
import { addCategory } from '../../src/catalog/set-category.ts';
import { askCertify } from '../../src/suppliers/certify/runs/ask-certify.ts';
import { uploadCodes } from '../../src/acts/guarded/drafts/upload-codes.ts';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { askApproval } from '../../src/people/approvals/approvals.ts';
import type { TestWorld } from './test-world.ts';

/** By the ids that addresses name. */
interface OfferedThings {
  productId: number;
  draftId: number;
  runId: number;
  categoryId: number;
  importId: number;
  approvalId: number;
}

/** A pool, a draft of codes, a final test, a category, an import and an approval. */
export async function offeredThings(world: TestWorld): Promise<OfferedThings> {
  const { db, keyring } = world.home;
  const { id, supplierId } = await world.product({ supplierName: 'Пекарня' });
  const bytes = Buffer.from('Номер;Номинал\nW-1;500\n');
  const rules = { productId: id };
  const upload = { supplierId, fileName: 'codes.csv', bytes, rules };
  const draft = await uploadCodes(db, keyring, fromShell, upload, world.clock.now());
  const scope = { productId: null, facesKopecks: [], calls: 1, concurrency: 1, testCode: null };
  const run = await askCertify(db, keyring, fromShell, { supplierId, ...scope }, world.clock.now());
  await addCategory(db, 41, { title: 'Еда' });
  const imported = await addImport(
    { db, keyring },
    fromShell,
    {
      fileName: 'products.json',
      bytes: Buffer.from('[]'),
      rules: { scheme: 'platform', taken: 'refuse', overwrite: false },
    },
    world.clock.now(),
  );
  const asking = { party: operator, act: 'supplier.go-live', payload: { supplierId } };
  const asked = await askApproval(db, keyring, fromShell, asking, world.clock.now());
  await world.settle();
  assert.ok(draft.is === 'added' && run.is === 'asked' && imported.is === 'added' && asked.is === 'asked');
  return {
    productId: id,
    draftId: draft.draftId,
    runId: run.runId,
    categoryId: 41,
    importId: imported.importId,
    approvalId: asked.id,
  };
}

/** A call to a supplier that a person has to judge. */
export async function waitingExchange(
  world: TestWorld,
  supplierId: number,
  requestId: number,
): Promise<number> {
  const { rows } = await world.home.db.query<{ id: number }>(
    `insert into exchanges (supplier_id, id, kind, client_id, request_id, product_id, face_kopecks, call_id, state, due_at,
       deadline_at, created_at, ended_at)
     select $1, 90000001, 'issue', client_id, id, product_id, face_kopecks, gen_random_uuid(), 'quarantined', $3, $3, $3, $3
     from requests where id = $2 returning id`,
    [supplierId, requestId, world.clock.now()],
  );
  return rows[0]?.id ?? assert.fail('no exchange');
}

export async function shopAddress(world: TestWorld, productId: number): Promise<number> {
  const { rows } = await world.home.db.query<{ id: number }>(
    `insert into addresses (product_id, area, locality, address, lat, lon) values ($1, 'Тверская область', 'Тверь', 'ул. Чайная, 1', 56.85, 35.91) returning id`,
    [productId],
  );
  return rows[0]?.id ?? assert.fail('no address');
}
