/** Files that go with the questionnaire. */
import { addFile, maxFileBytes } from '../../../acts/onboarding/files.ts';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { readUpload } from '../../../web/uploads.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { startLabels } from './labels.ts';
import { loadQuestionnaire } from './questionnaire-pages.ts';
import { questionnairePage } from './questionnaire-view.ts';

/** Files in memory at once, and how many more may wait. */
const uploadsAtOnce = 4;
const uploadsWaiting = 16;

export function addFileUpload(pages: SupplierPages): void {
  const uploads = createPermits(() => uploadsAtOnce, uploadsWaiting);
  pages.act({
    path: '/s/start/files',
    needs: 'templates.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) =>
      uploads
        .within(() => attach(call))
        .catch((problem: unknown) => {
          if (problem instanceof TooManyWaiting) return refused(call, 'too-many');
          throw problem;
        }),
  });
}

async function attach(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const upload = await readUpload(call.request, maxFileBytes);
  if ('is' in upload) return refused(call, upload.is === 'no-file' ? 'empty' : 'too-large');
  const ask = { supplierId: supplierOf(call), ...upload };
  const outcome = await addFile(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'missing') return { is: 'missing' };
  if (outcome.is !== 'added') return refused(call, outcome.is);
  const text = startLabels[language].attached;
  return { is: 'done', to: '/s/start/questionnaire', flash: { kind: 'yes', text } };
}

async function refused(
  call: SupplierCall,
  why: keyof (typeof startLabels)['ru']['fileErrors'],
): Promise<ActEnd> {
  const errors = { file: startLabels[call.language].fileErrors[why] };
  return { is: 'wrong', page: questionnairePage(await loadQuestionnaire(call), call, errors) };
}
