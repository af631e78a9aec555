/** `/s/start/questionnaire`: what a new supplier says of itself. */
import type { Question } from '../../../web/confirm/question.ts';
import { fileQuestion } from './file-question.ts';
import { findFactsOf } from '../../../acts/onboarding/begin-onboarding.ts';
import { listFiles, readFile, removeFile } from '../../../acts/onboarding/files.ts';
import { saveAnswers } from '../../../acts/onboarding/questionnaire.ts';
import { questionNames, type Answers } from '../../../acts/onboarding/questionnaire-fields.ts';
import { onboardingLabels } from '../../../acts/onboarding/views/labels.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { startLabels } from './labels.ts';
import { questionnairePage, type Questionnaire } from './questionnaire-view.ts';

const path = '/s/start/questionnaire';

/** `/s/start/questionnaire`: what the supplier says of itself, kept as typed. */
export function addQuestionnaire(pages: SupplierPages): void {
  pages.page<Questionnaire>({
    path,
    needs: 'templates.change',
    load: loadQuestionnaire,
    view: (questionnaire, call) => questionnairePage(questionnaire, call),
  });
  pages.act({ path, needs: 'templates.change', leadsTo: 'nothing', undone: 'pages', act: save });
  pages.act({
    path: '/s/start/files/:id',
    needs: 'templates.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    async act(call) {
      const file = await readFile(call.ctx.pageDb, fileOf(call));
      return file === null
        ? { is: 'missing' }
        : {
            is: 'file',
            file: { name: encodeURIComponent(file.name), contentType: file.type, bytes: file.bytes },
          };
    },
  });
  pages.act({
    path: '/s/start/files/:id/remove',
    needs: 'templates.change',
    leadsTo: 'nothing',
    undone: { asks: askRemoval },
    async act(call) {
      const { ctx, principal, language, now } = call;
      const outcome = await removeFile(ctx.db, ctx.keyring, principal, fileOf(call), now);
      return outcome.is === 'missing'
        ? { is: 'missing' }
        : { is: 'done', to: path, flash: { kind: 'yes', text: startLabels[language].removed } };
    },
  });
}

async function askRemoval(call: SupplierCall): Promise<Question | null> {
  const files = await listFiles(call.ctx.pageDb, supplierOf(call));
  const file = files.find(({ id }) => id === fileOf(call).id);
  return file === undefined ? null : fileQuestion(file, { back: path, language: call.language });
}

const fileOf = (call: SupplierCall) => ({ supplierId: supplierOf(call), id: idIn(call.params['id']) ?? 0 });

/** Loads the questionnaire; a supplier without an onboarding gets an empty one, which can't be saved. */
export async function loadQuestionnaire(call: SupplierCall): Promise<Questionnaire> {
  const { pageDb } = call.ctx;
  const [facts, files] = await Promise.all([
    findFactsOf(pageDb, supplierOf(call)),
    listFiles(pageDb, supplierOf(call)),
  ]);
  return { answers: facts?.answers ?? {}, files };
}

async function save(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const answers: Answers = Object.fromEntries(questionNames.map((name) => [name, form.get(name) ?? '']));
  const ask = { supplierId: supplierOf(call), answers, submit: form.get('submit') !== null };
  const outcome = await saveAnswers(ctx.db, ctx.keyring, principal, ask, now);
  const labels = startLabels[language];
  switch (outcome.is) {
    case 'missing':
      return { is: 'missing' };
    case 'saved':
      return { is: 'done', to: path, flash: { kind: 'yes', text: labels.saved } };
    case 'submitted':
      ctx.onPlaced();
      return { is: 'done', to: '/s/start', flash: { kind: 'yes', text: labels.submitted } };
    case 'wrong': {
      const { problems, questions } = onboardingLabels[language];
      // With the question, so that the list above the form says which ones.
      const errors = Object.fromEntries(
        questionNames.flatMap((name) => {
          const problem = outcome.problems[name];
          return problem === undefined ? [] : [[name, `${questions[name].label}: ${problems[problem]}`]];
        }),
      );
      const { files } = await loadQuestionnaire(call);
      return { is: 'wrong', page: questionnairePage({ answers, files }, call, errors) };
    }
  }
}
