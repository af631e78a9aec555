/** Writes everything a recipient would see as files for a browser, in both languages. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findPlaces, type Places } from '../../catalog/find-places.ts';
import { barcodeBars } from '../../certificates/documents/barcode.ts';
import { createPdfMaker } from '../../certificates/documents/pdf/pdf-maker.ts';
import { barcodeText, type GiftView } from '../../certificates/certificate.ts';
import { pictureType, productPicture } from '../../certificates/documents/pictures/product-picture.ts';
import { sampleCode } from '../../certificates/sample-certificate.ts';
import {
  findSampleProduct,
  inventedProduct,
  sampleView,
  type SampleProduct,
} from '../../certificates/sample-view.ts';
import { renderGift } from '../../http/gift-page/gift-view.ts';
import { maxPlaces } from '../../http/gift-page/places-view.ts';
import { giftLetter } from '../../messaging/letters/gift/gift-letter.ts';
import { travellingClock } from '../../platform/time/clock.ts';
import type { Sql } from '../../platform/database/database.ts';
import { readSettings } from '../../platform/settings/config.ts';
import { createHttpClient } from '../../platform/network/http-client.ts';
import type { Language } from '../../platform/text/language.ts';
import { findTemplate } from '../../certificates/templates/list-templates.ts';
import type { TemplateFile } from '../../certificates/templates/template-file.ts';
import { answer, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { readTemplateFile } from './template-file.ts';
import { withWorld } from '../shell/with-world.ts';

const languages: Language[] = ['ru', 'en'];
const samplePath = '/g/sample';

export interface PreviewOptions extends OutputOptions {
  product?: number;
  out: string;
  greeting?: number;
}

/** What to preview: a template, a product or both. */
interface Subject {
  product: Record<Language, SampleProduct>;
  template: TemplateFile | null;
  places: Places;
  now: Date;
}

export async function preview(file: string | undefined, options: PreviewOptions): Promise<void> {
  if (file === undefined && options.product === undefined)
    throw new Misuse('Name a file, --product, or both.');
  const given = file === undefined ? null : await readTemplateFile(file);
  const { product: productId } = options;
  const subject =
    productId === undefined
      ? { product: inventedProduct, template: given, places: noPlaces, now: travellingClock().now() }
      : await withWorld(({ db, clock }) => findSubject(db, productId, given, clock.now()));
  const written = await writePreview(subject, options);
  answer(options, { preview: written }, () =>
    [`Written to ${written.folder}:`, ...written.files.map((name) => `  ${name}`), ...written.notes].join(
      '\n',
    ),
  );
}

async function findSubject(
  db: Parameters<typeof findPlaces>[0],
  productId: number,
  given: TemplateFile | null,
  now: Date,
): Promise<Subject> {
  const product = await findSampleProduct(db, productId);
  if (product === null) throw new Refusal(`There is no product ${productId}.`);
  const kept = given ?? (await findTemplate(db, { productId, version: null }))?.template ?? null;
  return {
    product: { ru: product, en: product },
    template: kept,
    places: await findPlaces(db, productId, maxPlaces),
    now,
  };
}

const noPlaces: Places = { first: [], total: 0 };

interface Written {
  folder: string;
  files: string[];
  notes: string[];
}

async function writePreview(subject: Subject, options: PreviewOptions): Promise<Written> {
  const folder = resolve(options.out);
  const views = languages.map((language) => ({
    language,
    view: sampleView(
      subject.product[language],
      {
        template: subject.template,
        greeting: greetingOf(subject.template, options.greeting, language),
        language,
      },
      subject.now,
    ),
  }));
  const [first] = views;
  const picture = await pictureFor(first?.view.pictureUrl ?? null, options);
  const pdfs = createPdfMaker();
  try {
    const files: Record<string, string | Buffer> = picture === null ? {} : { [picture.name]: picture.bytes };
    for (const { view, language } of views) {
      const made = filesOf(view, language, subject, picture?.name ?? null);
      for (const [name, content] of Object.entries(made)) files[`${language}/${name}`] = content;
      files[`${language}/certificate.pdf`] = await pdfs.make(
        view,
        sampleCode,
        picture?.bytes ?? null,
        language,
      );
    }
    await writeFiles(folder, files);
    return {
      folder,
      files: Object.keys(files),
      notes: first === undefined ? [] : notesOf(first.view, picture !== null),
    };
  } finally {
    await pdfs.close();
  }
}

function greetingOf(
  template: TemplateFile | null,
  number: number | undefined,
  language: Language,
): string | null {
  if (number === undefined) return null;
  const greetings = template?.greetings ?? [];
  const greeting = greetings[number - 1];
  if (greeting === undefined)
    throw new Refusal(`There is no greeting ${number}: the template has ${greetings.length}.`);
  return greeting[language] ?? null;
}

function filesOf(
  view: GiftView,
  language: Language,
  { places, now }: Subject,
  pictureName: string | null,
): Record<string, string> {
  const source = pictureName === null ? null : `../${pictureName}`;
  const picture = source === null ? null : { small: source, large: source, previewUrl: source, ground: null };
  const sealed = { view, now, picture, places };
  const opened = { ...sealed, code: sampleCode, giverEmail: 'ivan@example.com', sentTo: [], wallets: [] };
  const page = (shown: typeof sealed | typeof opened): string =>
    renderGift({ shown, language, path: samplePath, refused: false }).markup;
  const link = `https://gifts.example${samplePath}`;
  const letterPicture = source === null ? null : 'cid:picture';
  const letter = giftLetter({ view, link, code: null, language, picture: letterPicture });
  return {
    'page-sealed.html': page(sealed),
    'page-opened.html': page(opened),
    // The page itself, with its print rules applied on screen.
    'print.html': page(opened).replaceAll('@media print{', '@media all{'),
    'letter.html': letter.html.replaceAll('cid:picture', source ?? ''),
    'letter.txt': `${letter.subject}\n\n${letter.text}`,
  };
}

interface FoundPicture {
  name: string;
  bytes: Buffer;
}

/** Only a product's picture may lie in the database. */
const pictureFor = (url: string | null, { product }: PreviewOptions): Promise<FoundPicture | null> =>
  product === undefined ? fetchPicture(url, null) : withWorld(({ db }) => fetchPicture(url, db));

/** A picture of our own is read where it lies; any other is fetched as for a letter. */
async function fetchPicture(url: string | null, db: Sql | null): Promise<FoundPicture | null> {
  const config = readSettings();
  const http = createHttpClient({ allowPrivateAddresses: config.privateAddresses });
  try {
    const bytes = await productPicture({ config, db, http }, url);
    if (bytes === null) return null;
    return { name: pictureType(bytes) === 'image/png' ? 'picture.png' : 'picture.jpg', bytes };
  } finally {
    await http.close();
  }
}

async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<void> {
  try {
    for (const language of languages) await mkdir(join(folder, language), { recursive: true });
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  } catch {
    throw new Refusal(`The folder can't be written: ${folder}.`);
  }
}

/** Differences between the files and a sold certificate. */
function notesOf(view: GiftView, hasPicture: boolean): string[] {
  const bars = barcodeBars(view.barcode.kind, barcodeText(view, sampleCode));
  return [
    ...(bars !== null && bars.kind !== view.barcode.kind
      ? [`The sample's code does not fit ${view.barcode.kind}, so it is drawn as ${bars.kind}.`]
      : []),
    ...(view.pictureUrl !== null && !hasPicture ? [`The picture can't be had: ${view.pictureUrl}.`] : []),
  ];
}
