/** The fields of one shop address. */
import type { AddressToAdd } from '../../../catalog/add-addresses.ts';
import {
  addressColumns,
  judgeAddress,
  type AddressTexts,
} from '../../../catalog/addresses/read-addresses.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { addressLabels } from './labels.ts';

export type AddressField = 'area' | 'locality' | 'address' | 'lat' | 'lon';
const fields = ['area', 'locality', 'address', 'lat', 'lon'] as const satisfies readonly AddressField[];

const longest: Record<AddressField, number> = { area: 200, locality: 200, address: 500, lat: 40, lon: 40 };

export const typedAddress = (address: AddressToAdd): URLSearchParams =>
  new URLSearchParams(fields.map((name) => [name, address[name]]));

/** The address as it was typed, or what is wrong with its fields. */
export function readAddress(
  form: URLSearchParams,
  productId: number,
  language: Language,
): { address: AddressToAdd } | { errors: FieldErrors } {
  const texts = Object.fromEntries(
    addressColumns.map((column) => [
      column,
      column === 'product_id' ? String(productId) : (form.get(column) ?? ''),
    ]),
  ) as AddressTexts;
  const judged = judgeAddress(texts);
  if ('address' in judged) return { address: judged.address };
  const { columns, why } = addressLabels[language];
  const named = judged.problems.flatMap(({ column, why: is }) =>
    column === 'product_id' ? [] : [[column, `${columns[column]}: ${why[is]}.`] as const],
  );
  return { errors: Object.fromEntries(named) };
}

export function addressFields(typed: URLSearchParams, errors: FieldErrors, language: Language): Html {
  const labels = addressLabels[language];
  return html`${fields.map((name) =>
    fieldView({
      name,
      label: labels.columns[name],
      value: typed.get(name) ?? '',
      error: errors[name],
      ...(name === 'lat' || name === 'lon' ? { hint: labels.placeHint } : {}),
      attributes: html`required maxlength="${longest[name]}" autocomplete="off"${(name === 'lat' || name === 'lon') && html` inputmode="decimal"`}`,
    }),
  )}`;
}
