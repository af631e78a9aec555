/** The fields of a category. */
import { html } from '../../../platform/text/html.ts';
import type { ValuesOf } from '../../../web/form/fields.ts';
import { count, line, parsed, requiredLine } from '../../../web/form/kinds.ts';
import { highestInteger } from '../../../web/shell/page-call.ts';

const most = 300;
const codeForm = /^(?:[a-z0-9][-_a-z0-9]*)?$/i;

const fields = {
  title: requiredLine({ most }),
  titleEn: line({ most }),
  code: parsed({
    most,
    attributes: html`autocomplete="off" autocapitalize="none" spellcheck="false"`,
    parse: (text) => (codeForm.test(text) ? text : undefined),
    write: (code) => code,
  }),
  url: line({ most }),
  sort: count({ least: 0, most: 1_000_000, empty: null }),
};

/** A new one has a number, too. */
export const categoryFields = {
  new: { id: count({ required: true, least: 1, most: highestInteger }), ...fields },
  known: fields,
};

/** The fields for the verb: an empty code or order changes nothing. */
export const fieldsOf = ({ title, titleEn, url, code, sort }: ValuesOf<typeof fields>) => ({
  title,
  titleEn,
  url,
  ...(code !== '' && { code }),
  ...(sort !== null && { sort }),
});
