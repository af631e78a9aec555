/** `/o/suppliers/:id/settings`: how a supplier is called, by a form made from the adapter's schema. */
import { adapterNamed, adapters } from '../../../suppliers/adapters/list.ts';
import type { SupplierAdapter } from '../../../suppliers/adapters/adapter.ts';
import { findSupplier, type Supplier } from '../../../catalog/supplier.ts';
import { setAdapter } from '../../../acts/guarded/adapter-settings.ts';
import { notAskedText } from '../../../acts/guarded/not-asked-text.ts';
import { permit } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { maskedSettings, readAgreement, type Agreement } from '../../../suppliers/set-agreement.ts';
import { areaView, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { integrationLabels } from './integration-labels.ts';
import { settingName } from './setting-names.ts';
import { settingProblems } from './setting-problems.ts';
import { readSettings, settingsForm, type SettingField } from './settings-fields.ts';
import { supplierIn } from './supplier-data.ts';

const path = '/o/suppliers/:id/settings';
const [leastTimeoutMs, mostTimeoutMs] = [100, 120_000];
const usualTimeoutMs = 10_000;

interface Settings {
  supplier: Supplier;
  agreement: Agreement | null;
}

interface Typed {
  form: URLSearchParams;
  /** What does not fit, as the schema says it. */
  problems: string[];
}

export function addSettings(pages: OperatorPages): void {
  pages.page<Settings>({
    path,
    needs: 'integration.change',
    stepUp: true,
    load,
    view: (data, call) => view(data, call, null),
  });
  pages.act({
    path,
    needs: 'integration.change',
    leadsTo: 'codes',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
    act: save,
  });
}

async function load(call: OperatorCall): Promise<Settings | null> {
  const { pageDb, keyring } = call.ctx;
  const supplierId = supplierIn(call);
  const supplier = await findSupplier(pageDb, supplierId);
  if (supplier === null) return null;
  return { supplier, agreement: await readAgreement(pageDb, keyring, supplierId) };
}

const adapterIn = (name: string | null | undefined, { agreement }: Settings): SupplierAdapter | null =>
  adapterNamed(name ?? '') ?? agreement?.adapter ?? adapters[0] ?? null;

function view(data: Settings, call: OperatorCall, typed: Typed | null): ShellPage {
  const { language, query } = call;
  const labels = integrationLabels[language];
  const { supplier, agreement } = data;
  const adapter = adapterIn(typed?.form.get('adapter') ?? query['adapter'], data);
  if (adapter === null) throw new Error('There is no adapter.');
  const picked = (name: string): string | null => typed?.form.get(name) ?? query[name] ?? null;
  const same = agreement?.adapter === adapter ? agreement : null;
  // Masked, so that no secret comes to a page, wherever the schema has one.
  const { choices, fields } = settingsForm(adapter, same === null ? {} : maskedSettings(same), picked);
  const own = at(`/o/suppliers/${supplier.id}/settings`, language);
  const title = labels.settingsOf(supplier.name);
  const idempotent = typed?.form.get('idempotent') ?? (agreement?.idempotent === false ? 'no' : 'yes');
  return {
    title,
    main: html`<p><a href="${at(`/o/suppliers/${supplier.id}`, language)}">${supplier.name}</a></p><h1>${title}</h1>
<p class="notice note">${labels.warns}</p>
${typed !== null && typed.problems.length > 0 && html`<div class="notice no" role="alert" tabindex="-1" autofocus><p><b>${labels.wrong}</b></p><ul>${typed.problems.map((one) => html`<li>${one}</li>`)}</ul></div>`}
<form class="card narrow" method="get" action="/o/suppliers/${supplier.id}/settings"><input type="hidden" name="lang" value="${language}">
${selectField({ name: 'adapter', label: labels.adapter, value: adapter.name, choices: adapters.map(({ name, title: text }) => ({ value: name, text: settingName(text, language) })) })}
${choices.map(({ name, label, options, chosen }) => selectField({ name, label: settingName(label, language), value: chosen, choices: options.map((one) => ({ value: one.value, text: settingName(one.label, language) })) }))}
<div class="actions"><button class="button">${labels.choose}</button></div></form>
<form class="card" method="post" action="${own}"><input type="hidden" name="adapter" value="${adapter.name}">
${choices.map(({ name, chosen }) => html`<input type="hidden" name="${name}" value="${chosen}">`)}
${fields.map((field) => settingView(field, typed?.form ?? null, language))}
${selectField({
  name: 'idempotent',
  label: labels.idempotentLabel,
  value: idempotent,
  choices: [
    { value: 'yes', text: labels.idempotent },
    { value: 'no', text: labels.idempotentNo },
  ],
})}
${fieldView({ name: 'timeout', label: labels.timeout, hint: labels.timeoutHint, value: typed?.form.get('timeout') ?? String(agreement?.timeoutMs ?? usualTimeoutMs), attributes: html`inputmode="numeric" maxlength="6"` })}
<div class="actions"><button class="button main">${labels.save}</button></div></form>`,
  };
}

function settingView(field: SettingField, typed: URLSearchParams | null, language: Language): Html {
  const labels = integrationLabels[language];
  const label = settingName(field.label, language);
  const value = typed?.get(field.name) ?? field.value;
  const attributes = html`spellcheck="false" autocapitalize="none" autocomplete="off"`;
  switch (field.kind) {
    case 'choice': {
      const choices = field.choices.map((one) => ({ value: one, text: one }));
      return selectField({ name: field.name, label, choices, value });
    }
    case 'secret':
      return /PEM/.test(field.label)
        ? areaView({
            name: field.name,
            label,
            attributes: html`rows="4" ${attributes}`,
            ...(field.isSet && { hint: labels.secretHint }),
          })
        : fieldView({
            name: field.name,
            label,
            type: 'password',
            attributes: html`autocomplete="new-password"`,
            ...(field.isSet && { hint: labels.secretHint }),
          });
    case 'long':
      return areaView({ name: field.name, label, value, attributes: html`rows="6" ${attributes}` });
    case 'json':
      return areaView({
        name: field.name,
        label: `${label} (${labels.json})`,
        value,
        attributes: html`rows="8" ${attributes}`,
      });
    case 'text':
      return fieldView({ name: field.name, label, value, attributes });
  }
}

async function save(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, party, form, now, language } = call;
  const labels = integrationLabels[language];
  const to = `/o/suppliers/${supplierIn(call)}`;
  const data = await load(call);
  if (data === null) return { is: 'missing' };
  if (permit(principal, 'integration.change', party, now) === 'step-up')
    return { is: 'step-up', to: `${to}/settings` };
  const adapter = adapterIn(form.get('adapter'), data);
  if (adapter === null) return { is: 'missing' };
  const again = (problems: string[]): ActEnd => ({ is: 'wrong', page: view(data, call, { form, problems }) });
  const earlier = data.agreement?.adapter === adapter ? data.agreement.settings : {};
  const read = readSettings(adapter, earlier, form);
  if ('wrong' in read) return again([labels.notJson(read.wrong)]);
  const timeoutMs = idIn(form.get('timeout')?.trim());
  if (timeoutMs === null || timeoutMs < leastTimeoutMs || timeoutMs > mostTimeoutMs)
    return again([`${labels.timeout}: ${labels.timeoutHint}`]);
  const { settings } = read;
  const idempotent = form.get('idempotent') !== 'no';
  const ask = { supplierId: supplierIn(call), adapter: adapter.name, settings, idempotent, timeoutMs };
  const set = await setAdapter(ctx, principal, ask, now);
  switch (set.is) {
    case 'set':
      return { is: 'done', to, flash: { kind: 'yes', text: labels.saved } };
    case 'waits':
      return { is: 'done', to, flash: { kind: 'note', text: labels.waits(set.approvalId) } };
    case 'not-asked':
      return again([notAskedText(set.why, language)]);
    case 'wrong-settings':
      return again(settingProblems(adapter, settings, language));
    case 'no-supplier':
    case 'no-adapter':
      return { is: 'missing' };
  }
}
