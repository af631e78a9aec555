/** The fields of a client, section by section. */
import { usualKeptMonths } from '../../../clients/add-client.ts';
import { keptMonths } from '../../../clients/change-client.ts';
import { html } from '../../../platform/text/html.ts';
import {
  choice,
  count,
  flag,
  line,
  mail,
  parsed,
  requiredLine,
  roubles,
  term,
} from '../../../web/form/kinds.ts';
import { dayIn } from '../../../web/shell/page-call.ts';

export const clientSections = {
  contract: {
    name: requiredLine({ most: 200 }),
    registered: parsed({
      type: 'date',
      most: 10,
      required: true,
      attributes: null,
      parse: (text) => dayIn(text) ?? undefined,
      write: (day) => day,
    }),
    discountBasisPoints: parsed({
      name: 'discount',
      most: 8,
      attributes: html`inputmode="decimal" autocomplete="off"`,
      parse: basisPointsIn,
      write: (points: number) => String(points / 100),
    }),
    creditKopecks: roubles({ name: 'credit', empty: 0 }),
    pricesInKopecks: flag('kopecks'),
  },
  modes: {
    switchedOn: flag('on'),
    testMode: flag('test'),
    delayedMode: flag('delayed'),
  },
  messages: {
    language: choice(['', 'ru', 'en']),
    contactMail: mail(),
    keepRecipientsMonths: count({
      name: 'keepRecipients',
      least: keptMonths.fewest,
      most: keptMonths.most,
      empty: usualKeptMonths,
    }),
  },
  api: {
    callbackUrl: line({
      most: 2048,
      attributes: html`inputmode="url" autocapitalize="none" spellcheck="false"`,
    }),
    callbackFormat: term(['form', 'json']),
    networks: line({ most: 20_000, rows: 3, attributes: html`spellcheck="false" autocapitalize="none"` }),
    uuidRequired: flag(),
    postOnly: flag(),
  },
};

const { contract, modes, messages, api } = clientSections;
export const clientFields = { ...contract, ...modes, ...messages, ...api };

function basisPointsIn(text: string): number | undefined {
  const percent = text.replace('−', '-').replace(',', '.').replace(/%$/, '').trimEnd();
  if (percent === '') return 0;
  return /^-?\d{1,3}(\.\d{1,2})?$/.test(percent) ? Math.round(Number(percent) * 100) : undefined;
}
