/** How a supplier is to be called, field by field, with a mark at what differs from now. */
import type { AskedSettings } from '../../../acts/guarded/asked-settings.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import { settingName } from '../suppliers/setting-names.ts';
import { settingsForm } from '../suppliers/settings-fields.ts';

const labels = {
  ru: { title: 'Новые настройки', changed: 'изменено', secret: 'задан, не показывается', none: '–' },
  en: { title: 'New settings', changed: 'changed', secret: 'set, not shown', none: '–' },
} satisfies Record<Language, object>;

export function askedSettingsCard({ adapter, settings, changed }: AskedSettings, language: Language): Html {
  const { title, changed: mark, secret, none } = labels[language];
  const { choices, fields } = settingsForm(adapter, settings, () => null);
  const ofChoices = choices.map(({ name, label, options, chosen }) => ({
    label,
    value: settingName(options.find(({ value }) => value === chosen)?.label ?? chosen, language),
    isChanged: [...changed].some((one) => one === `${name}.kind`),
  }));
  const ofFields = fields.map((field) => ({
    label: field.label,
    value: field.kind === 'secret' && field.isSet ? secret : field.value || none,
    isChanged: changed.has(field.name),
  }));
  return html`<section class="card"><h2>${title}</h2>${factsView(
    [...ofChoices, ...ofFields].map(
      ({ label, value, isChanged }) =>
        [
          settingName(label, language),
          html`${value}${isChanged && html` <span class="state note">${mark}</span>`}`,
        ] as const,
    ),
  )}</section>`;
}
