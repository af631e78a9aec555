/** `/o/imports`: catalogues uploaded, previewed and taken over. */
import type { FastifyInstance } from 'fastify';
import {
  addImport,
  confirmImport,
  discardImport,
  maxCatalogueBytes,
  previewAgain,
  type ImportDecided,
} from '../../../acts/catalog/imports/ask-import.ts';
import {
  findImport,
  listImports,
  type CatalogueImport,
  type ImportRules,
  type ListedImport,
} from '../../../acts/catalog/imports/catalogue-import.ts';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';
import { problemsIn } from '../../../web/form/fields.ts';
import { flag, term } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { acceptUploads, readUpload } from '../../../web/uploads.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { changesFile, wrongFile } from './import-files.ts';
import { importView, isMoving } from './import-view.ts';
import { importsView } from './imports-view.ts';
import { importLabels, type ImportLabels } from './labels.ts';

const path = '/o/imports';
const uploadsAtOnce = 2;
const uploadsWaiting = 8;

export async function addImports(scope: FastifyInstance, pages: OperatorPages): Promise<void> {
  await acceptUploads(scope);
  const uploads = createPermits(() => uploadsAtOnce, uploadsWaiting);
  pages.page<ListedImport[]>({
    path,
    needs: 'catalogue.read',
    load: ({ ctx }) => listImports(ctx.pageDb),
    view: (list, call) => importsView(list, call),
  });
  pages.act({
    path,
    needs: 'products.change',
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
  pages.page<CatalogueImport>({
    path: `${path}/:id`,
    needs: 'catalogue.read',
    load: readOne,
    view: (one, call) => ({ ...importView(one, call), renews: isMoving(one) }),
  });
  const acts = { confirm: confirmImport, discard: discardImport } as const;
  for (const [name, said] of [
    ['confirm', 'asked'],
    ['discard', 'discarded'],
  ] as const)
    pages.act({
      path: `${path}/:id/${name}`,
      needs: 'products.change',
      ...(name === 'confirm'
        ? ({ leadsTo: 'codes', secondPerson: 'asked-by-verb', undone: 'shown-first' } as const)
        : ({ leadsTo: 'nothing', undone: 'nothing' } as const)),
      act: async (call) => {
        const { ctx, principal, language, now } = call;
        return endOf(call, await acts[name](ctx, principal, idOf(call), now), importLabels[language][said]);
      },
    });
  pages.act({
    path: `${path}/:id/again`,
    needs: 'products.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: again,
  });
  const reading = { needs: 'catalogue.read', leadsTo: 'nothing', undone: 'nothing' } as const;
  pages.act({ ...reading, path: `${path}/:id/wrong`, act: (call) => fileOf(call, wrongFile) });
  pages.act({ ...reading, path: `${path}/:id/changes`, act: (call) => fileOf(call, changesFile) });
}

const idOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const readOne = (call: OperatorCall): Promise<CatalogueImport | null> =>
  findImport(call.ctx.pageDb, idOf(call));

const judgedRules = {
  scheme: term(['platform', 'pool', 'api']),
  taken: term(['refuse', 'skip', 'renumber']),
  overwrite: flag(),
};

async function wrongRules(call: OperatorCall, errors: FieldErrors, typed: URLSearchParams): Promise<ActEnd> {
  return { is: 'wrong', page: importsView(await listImports(call.ctx.pageDb), call, errors, typed) };
}

const rulesIn = (form: URLSearchParams): ImportRules => ({
  scheme: (['pool', 'api'] as const).find((one) => one === form.get('scheme')) ?? 'platform',
  taken: (['skip', 'renumber'] as const).find((one) => one === form.get('taken')) ?? 'refuse',
  overwrite: form.get('overwrite') === 'yes',
});

function refused(
  call: OperatorCall,
  why: keyof ImportLabels['problems'],
  typed = new URLSearchParams(),
): Promise<ActEnd> {
  return wrongRules(call, { file: importLabels[call.language].problems[why] }, typed);
}

async function upload(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, request, now } = call;
  const brought = await readUpload(request, maxCatalogueBytes);
  const { fields } = brought;
  const wrong = problemsIn(judgedRules, { form: fields, language: call.language });
  if (Object.keys(wrong).length > 0) return wrongRules(call, wrong, fields);
  if ('is' in brought) return refused(call, brought.is, fields);
  const { fileName, bytes } = brought;
  const added = await addImport(ctx, principal, { fileName, bytes, rules: rulesIn(fields) }, now);
  if (added.is === 'forbidden') return { is: 'missing' };
  if (added.is === 'too-many') return refused(call, 'too-many', fields);
  ctx.onPlaced();
  return { is: 'done', to: `${path}/${added.importId}` };
}

async function again(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now } = call;
  const one = await readOne(call);
  if (one === null) return { is: 'missing' };
  const rules = form.has('taken') ? { ...one.rules, taken: rulesIn(form).taken } : one.rules;
  return endOf(call, await previewAgain(ctx, principal, { importId: one.id, rules }, now), null);
}

function endOf(call: OperatorCall, decided: ImportDecided, said: string | null): ActEnd {
  const labels = importLabels[call.language];
  const to = `${path}/${idOf(call)}`;
  switch (decided) {
    case 'no-import':
      return { is: 'missing' };
    case 'not-previewed':
      return { is: 'done', to, flash: { kind: 'no', text: labels.late } };
    case 'done':
      call.ctx.onPlaced();
      return { is: 'done', to, ...(said === null ? {} : { flash: { kind: 'yes', text: said } }) };
  }
}

async function fileOf(
  call: OperatorCall,
  write: (one: CatalogueImport, labels: ImportLabels) => AsyncIterable<Uint8Array> | null,
): Promise<ActEnd> {
  const one = await readOne(call);
  const bytes = one === null ? null : write(one, importLabels[call.language]);
  if (one === null || bytes === null) return { is: 'missing' };
  const name = `facevalue-import-${one.id}.csv`;
  return { is: 'file', file: { name, contentType: 'text/csv; charset=utf-8', bytes } };
}
