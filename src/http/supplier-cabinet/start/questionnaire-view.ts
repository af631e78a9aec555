/** The questionnaire of a new supplier, kept as it is typed, with attached files. */
import { fileExtensions, maxFileBytes, mostFiles, type ListedFile } from '../../../acts/onboarding/files.ts';
import type { Answers } from '../../../acts/onboarding/questionnaire-fields.ts';
import { onboardingLabels } from '../../../acts/onboarding/views/labels.ts';
import { questionFields } from '../../../acts/onboarding/views/views.ts';
import { turnLabels } from '../../../acts/onboarding/turn-labels.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { SupplierCall } from '../supplier-cabinet.ts';
import { startLabels } from './labels.ts';

export interface Questionnaire {
  answers: Answers;
  files: ListedFile[];
}

const bytesInMegabyte = 1_000_000;

export function questionnairePage(
  questionnaire: Questionnaire,
  call: SupplierCall,
  errors: FieldErrors = {},
): ShellPage {
  const { language } = call;
  const labels = startLabels[language];
  const title = turnLabels[language].steps.questionnaire;
  return {
    title,
    errors,
    main: html`<h1>${title}</h1>
<section class="card"><form method="post" action="${at('/s/start/questionnaire', language)}">
${questionFields(questionnaire.answers, errors, language)}
<div class="actions"><button class="button main" name="submit" value="yes">${labels.submit}</button><button class="button" formnovalidate>${labels.save}</button></div></form></section>
${filesCard(questionnaire, call, errors)}`,
  };
}

function filesCard({ files }: Questionnaire, { language }: SupplierCall, errors: FieldErrors): Html {
  const labels = startLabels[language];
  const { files: title, noFiles } = onboardingLabels[language];
  const act = (path: string, text: string): Html =>
    html`<form method="post" action="${at(path, language)}"><button class="as-link">${text}</button></form>`;
  const hint = labels.fileHint(maxFileBytes / bytesInMegabyte, mostFiles, fileExtensions.join(', '));
  return html`<section class="card" id="files"><h2>${title}</h2>
${files.length === 0 ? html`<p>${noFiles}</p>` : html`<ul>${files.map(({ id, name }) => html`<li>${act(`/s/start/files/${id}`, name)} ${act(`/s/start/files/${id}/remove`, labels.remove)}</li>`)}</ul>`}
<form method="post" action="${at('/s/start/files', language)}" enctype="multipart/form-data">
<div class="field"><label for="file">${labels.file}</label><input id="file" name="file" type="file" required accept="${fileExtensions.map((one) => `.${one}`).join(',')}" aria-describedby="file-hint">
${errors['file'] !== undefined && html`<p class="wrong" id="file-error">${errors['file']}</p>`}
<p class="hint" id="file-hint">${hint}</p></div>
<div class="actions"><button class="button">${labels.attach}</button></div></form></section>`;
}
