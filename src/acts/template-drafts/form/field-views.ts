/** The fields of a template as a form shows them, drawn from their description. */
import { barcodeKinds } from '../../../catalog/set-product.ts';
import { uploadLabels } from '../../catalog/picture-problems.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { placesOfBlocks, plainDesign } from '../../../certificates/templates/design.ts';
import {
  blockField,
  fieldsOf,
  greetingField,
  languages,
  places,
  type BlockName,
  type FieldGroup,
  type PlaceOfBlocks,
  type TextField,
} from '../../../certificates/templates/template-fields.ts';
import { areaView, colourView, fieldView, fileView, selectField } from '../../../web/form-view.ts';
import { fieldLabels, nameOfBarcode, nameOfField } from '../field-labels.ts';
import { editorLabels } from './labels.ts';
import type { FormErrors } from './read-editor.ts';

export interface ShownForm {
  language: Language;
  /** What stands in a field. */
  valueOf: (name: string) => string;
  errors: FormErrors;
  /** Rows for greetings. */
  greetings: number;
  /** Pictures to choose from, with where they are shown small. */
  pictures: { address: string; small: string | null }[];
  /** The product's own picture, shown small. */
  productPicture: string | null;
  /** Where an uploaded picture goes. */
  uploadTo: string;
}

/** Browsers and people write no longer ones; what is longer is refused by the judgement. */
const longest = { line: 600, area: 100_000 };

export function groupView(group: FieldGroup, form: ShownForm): Html {
  switch (group) {
    case 'blocks':
      return html`<div class="triple">${places.map((place) => placeView(place, form))}</div>`;
    case 'greetings':
      return greetingsView(form);
    case 'picture':
      return pictureView(form);
    case 'terms':
      return html`${fieldsOf(group).map((field) => textView(field, form))}`;
    case 'colours':
      return html`<div class="triple">${fieldsOf(group).map((field) => textView(field, form))}</div>`;
    case 'barcode':
    case 'words':
    case 'letter':
      return html`<div class="pair">${fieldsOf(group).map((field) => textView(field, form))}</div>`;
  }
}

function textView(field: TextField, form: ShownForm): Html {
  const { name, kind, language } = field;
  const label = nameOfField(name, form.language);
  const shown = { name, label, value: form.valueOf(name), error: form.errors[name] };
  const lang = language !== undefined && html` lang="${language}"`;
  switch (kind) {
    case 'colour':
      return colourView({
        ...shown,
        palette: editorLabels[form.language].palette(label),
        attributes: html`placeholder="${usualColour(name)}" maxlength="30"`,
      });
    case 'barcode':
      return barcodeView(shown, form.language);
    case 'text':
      return areaView({ ...shown, attributes: html`rows="6" maxlength="${longest.area}"${lang}` });
    case 'line':
    case 'picture':
      return fieldView({
        ...shown,
        attributes: html`autocomplete="off" maxlength="${longest.line}"${lang}`,
      });
  }
}

type Shown = Pick<Parameters<typeof fieldView>[0], 'name' | 'label' | 'value' | 'error'>;

/** What is shown where no colour is given. */
function usualColour(name: string): string {
  const { light, dark } = plainDesign.colours;
  const usual: Record<string, string> = {
    'colours.light.accent': light.accent,
    'colours.light.on_accent': light.onAccent,
    'colours.light.paper': light.paper,
    'colours.dark.accent': dark.accent,
    'colours.dark.on_accent': dark.onAccent,
    'colours.dark.paper': dark.paper,
    'banner.text': light.onAccent,
  };
  return usual[name] ?? light.accent;
}

const barcodeView = (shown: Shown, language: Language): Html =>
  selectField({
    ...shown,
    value: shown.value ?? '',
    any: editorLabels[language].asProduct,
    choices: barcodeKinds.map((kind) => ({ value: kind, text: nameOfBarcode(kind, language) })),
  });

const errorView = (name: string, error: string | undefined): Html | null =>
  error === undefined ? null : html`<p class="wrong" id="${name}-error">${error}</p>`;

const always = new Set<BlockName>(['face', 'validity', 'terms', 'order_number', 'support']);

function placeView(place: PlaceOfBlocks, { language, valueOf, errors }: ShownForm): Html {
  const labels = fieldLabels[language];
  const blocks: readonly BlockName[] = placesOfBlocks[place];
  return html`<fieldset><legend>${labels.places[place]}</legend>
${errorView(blockField(place, blocks[0] ?? 'face'), errors[blockField(place, blocks[0] ?? 'face')])}
<div class="fields">${blocks.map((block) =>
    selectField({
      name: blockField(place, block),
      label: labels.blocks[block],
      ...(always.has(block) ? {} : { any: editorLabels[language].hidden }),
      choices: blocks.map((_, index) => ({ value: String(index + 1), text: String(index + 1) })),
      value: valueOf(blockField(place, block)),
    }),
  )}</div></fieldset>`;
}

const greetingsView = ({ language, valueOf, errors, greetings }: ShownForm): Html =>
  html`<div class="pair">${Array.from({ length: greetings }, (_, index) =>
    languages.map((one) => {
      const name = greetingField(index, one);
      return areaView({
        name,
        label: nameOfField(name, language),
        value: valueOf(name),
        error: errors[name],
        attributes: html`rows="2" maxlength="512" lang="${one}"`,
      });
    }),
  )}</div>`;

/** The value of the choice that takes the address from the field below. */
export const otherPicture = 'other';

interface PictureChoice {
  value: string;
  small: string | null;
  text: string;
  isChosen: boolean;
}

const pictureChoice = ({ value, small, text, isChosen }: PictureChoice): Html =>
  html`<label class="kept-picture"><input type="radio" name="picture" value="${value}"${value === '' && html` id="picture"`}${isChosen && html` checked`}>${small !== null && html`<img src="${small}" width="170" height="78" alt="" loading="lazy">`}<span>${text}</span></label>`;

function pictureView({ language, valueOf, errors, pictures, productPicture, uploadTo }: ShownForm): Html {
  const labels = editorLabels[language];
  const upload = uploadLabels[language];
  const value = valueOf('picture');
  const isKept = pictures.some(({ address }) => address === value);
  const isOther = value !== '' && !isKept;
  return html`<fieldset><legend>${fieldLabels[language].groups.picture}</legend>${errorView('picture', errors['picture'])}
<div class="pictures">${pictureChoice({ value: '', small: productPicture, text: labels.asProduct, isChosen: value === '' })}
${pictures.map(({ address, small }, index) => pictureChoice({ value: address, small, text: labels.keptPicture(index + 1), isChosen: address === value }))}
${pictureChoice({ value: otherPicture, small: null, text: labels.otherPicture, isChosen: isOther })}</div></fieldset>
${fieldView({ name: 'picture.other', label: fieldLabels[language].fields.picture, value: isOther ? value : '', attributes: html`autocomplete="off" inputmode="url" maxlength="1000" placeholder="https://"` })}
<div class="upload">${fileView({ name: 'file', label: upload.file, hint: upload.hint, error: errors['file'], attributes: html`accept="image/png,image/jpeg,image/webp"` })}
<button class="button" formaction="${uploadTo}">${labels.upload}</button></div>`;
}
