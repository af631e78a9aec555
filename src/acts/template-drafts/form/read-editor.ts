/** The form of a template: what it is opened on, and what becomes of what was typed. */
import { findProduct, type ProductRead } from '../../../catalog/find-product.ts';
import { fitsPlatformCodes } from '../../../catalog/set-product.ts';
import {
  listStoredPictures,
  storedPicture,
  storedPrefix,
} from '../../../certificates/documents/pictures/stored-pictures.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/text/language.ts';
import {
  composeTemplate,
  fieldOfFault,
  type StoredTemplate,
} from '../../../certificates/templates/compose-template.ts';
import { judgeTemplate, type TemplateFault } from '../../../certificates/templates/judge-template.ts';
import { findTemplate } from '../../../certificates/templates/list-templates.ts';
import { fieldName } from '../../../certificates/templates/read-template.ts';
import type { TemplateFile } from '../../../certificates/templates/template-file.ts';
import { templateReasons } from '../../../certificates/templates/template-reasons.ts';
import { nameOfField } from '../field-labels.ts';
import { findDraft } from '../draft.ts';
import { readLookName, type LookKey } from '../look-key.ts';

const picturesShown = 11;

export interface EditorData {
  product: ProductRead;
  /** What the form was opened on; `current` only if the product has no version. */
  base: LookKey;
  template: StoredTemplate | null;
  /** Addresses of uploaded pictures, the newest first. */
  pictures: string[];
}

/** Null: there is no such product or look, or it is another supplier's. */
export async function readEditor(
  db: Sql,
  ask: { productId: number; supplierId: number | null; of: string | undefined | null; baseUrl: string },
): Promise<EditorData | null> {
  const product = await findProduct(db, ask.productId);
  if (product === null || (ask.supplierId !== null && ask.supplierId !== product.supplierId)) return null;
  const [base, pictures] = await Promise.all([
    findBase(db, product, readLookName(ask.of)),
    listStoredPictures(db, { supplierId: product.supplierId, limit: picturesShown }),
  ]);
  return base && { product, ...base, pictures: pictures.map((path) => `${ask.baseUrl}${path}`) };
}

async function findBase(
  db: Sql,
  { productId, supplierId }: ProductRead,
  look: LookKey,
): Promise<Pick<EditorData, 'base' | 'template'> | null> {
  if (look.is === 'draft') {
    const draft = await findDraft(db, { supplierId, productId, draftId: look.id });
    return draft && { base: look, template: draft.template };
  }
  const found = await findTemplate(db, { productId, version: look.is === 'version' ? look.version : null });
  if (found !== null) return { base: { is: 'version', version: found.version }, template: found.template };
  return look.is === 'current' ? { base: look, template: null } : null;
}

/** Why a form is not taken: by the field where it is said; `''` for what the form does not show. */
export type FormErrors = Partial<Record<string, string>>;

export type JudgedForm =
  | { is: 'fits'; template: TemplateFile | null; isChanged: boolean }
  | { is: 'wrong'; errors: FormErrors };

/** The template of the form, by the judgement that files get too. */
export async function judgeForm(
  where: PicturesPlace,
  { template: base, product }: EditorData,
  typed: URLSearchParams,
  language: Language,
): Promise<JudgedForm> {
  const { value, rows } = composeTemplate(base, typed);
  const judged = judgeTemplate(value, base);
  if (judged.is === 'wrong') return { is: 'wrong', errors: errorsOf(judged.faults, rows, language) };
  const { template } = judged;
  const faults = await faultsForProduct(where, product, template);
  if (faults.length > 0) return { is: 'wrong', errors: errorsOf(faults, rows, language) };
  const isChanged = JSON.stringify(value) !== JSON.stringify({ facevalue_template: 1, ...base });
  const isPlain = base === null && Object.keys(template).length === 1;
  return { is: 'fits', template: isPlain ? null : template, isChanged };
}

interface PicturesPlace {
  pageDb: Sql;
  baseUrl: string;
}

/** What is wrong with a template for this product, however right it is by itself. */
export async function faultsForProduct(
  { pageDb, baseUrl }: PicturesPlace,
  { scheme }: ProductRead,
  { barcode, picture }: TemplateFile,
): Promise<TemplateFault[]> {
  const faults: TemplateFault[] = [];
  if (scheme === 'platform' && barcode !== undefined && !fitsPlatformCodes(barcode))
    faults.push({ path: ['barcode', 'kind'], reason: { is: 'barcode-ours' } });
  if (!(await isPictureThere(pageDb, baseUrl, picture)))
    faults.push({ path: ['picture'], reason: { is: 'picture-gone' } });
  return faults;
}

/** Whether a picture of this installation exists. Pictures elsewhere may come and go, so they count as there. */
async function isPictureThere(db: Sql, baseUrl: string, address: string | undefined): Promise<boolean> {
  const own = `${baseUrl}/pictures/`;
  if (address?.startsWith(`${own}${storedPrefix}`) !== true) return true;
  return (await storedPicture(db, address.slice(own.length))) !== null;
}

export function errorsOf(
  faults: readonly TemplateFault[],
  rows: readonly number[],
  language: Language,
): FormErrors {
  const errors: Record<string, string> = {};
  for (const { path, reason } of faults) {
    const shown = fieldOfFault(path, rows);
    const text = templateReasons.text(reason, language);
    const said = shown === null ? `${nameOfField(fieldName(path), language)}: ${text}` : text;
    const field = shown ?? '';
    errors[field] = errors[field] === undefined ? said : `${errors[field]}; ${said}`;
  }
  return errors;
}

/** The errors as a list above the form says them: with the names of their fields. */
export const namedErrors = (errors: FormErrors, language: Language): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text = '']) =>
      field === '' ? [unshownField, text] : [field, `${nameOfField(field, language)}: ${text}`],
    ),
  );

/** Where faults of fields stand that the form does not have. */
export const unshownField = 'template-form';
