/** The fields of a client's contract, which its verb judges. */
import type { ContractField } from '../../../acts/onboarding/contract.ts';
import { html } from '../../../platform/text/html.ts';
import { line } from '../../../web/form/kinds.ts';

const required = true;
const text = line({ required, most: 300 });

export const contractForm = {
  legalName: text,
  taxId: line({ required, most: 12, attributes: html`autocomplete="off" inputmode="numeric"` }),
  address: text,
  contactName: text,
  contactPhone: line({ required, most: 30, attributes: html`autocomplete="off" inputmode="tel"` }),
  contactMail: line({
    required,
    most: 254,
    attributes: html`autocomplete="off" inputmode="email" autocapitalize="none"`,
  }),
} satisfies Record<ContractField, unknown>;
