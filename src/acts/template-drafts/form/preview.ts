/** The preview in a form's frame: the sample with the typed values, or the reason why it cannot be shown. */
import { findPlaces } from '../../../catalog/find-places.ts';
import type { GiftView } from '../../../certificates/certificate.ts';
import { findSampleProduct, sampleView } from '../../../certificates/sample-view.ts';
import { html, raw } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { TemplateFile } from '../../../certificates/templates/template-file.ts';
import { renderPage, type Page } from '../../../web/frame.ts';
import { inScheme, pageInScheme, type DeviceScheme } from '../../../web/in-scheme.ts';
import type { FramedLetter } from '../../../web/shell/framed-letter.ts';
import type { PageCall } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { letterOf, type SampleContext } from '../samples.ts';
import { sampleParts } from '../templates-data.ts';
import { nameOfField } from '../field-labels.ts';
import { editorLabels } from './labels.ts';
import type { FormErrors } from './read-editor.ts';

const placesShown = 5;

/** What the preview is set to. */
export const recipientLanguage = (typed: URLSearchParams, otherwise: Language): Language => {
  const to = typed.get('show.to');
  return to === 'ru' || to === 'en' ? to : otherwise;
};

/** A sample certificate with an unsaved template. */
export async function unsavedView(
  { ctx, now }: PageCall<SampleContext>,
  productId: number,
  { template, language }: { template: TemplateFile | null; language: Language },
): Promise<GiftView | null> {
  const product = await findSampleProduct(ctx.pageDb, productId);
  return product && sampleView(product, { template, greeting: null, language }, now);
}

/** Uses the functions that draw what is sold, so that the preview cannot differ. */
export async function previewEnd(
  call: PageCall<SampleContext>,
  { productId, view, typed }: { productId: number; view: GiftView; typed: URLSearchParams },
): Promise<ActEnd> {
  const { ctx, now, path } = call;
  const part = sampleParts.find((one) => one === typed.get('show.part')) ?? 'page';
  const scheme = typed.get('show.scheme') === 'dark' ? 'dark' : 'light';
  if (part === 'letter')
    return { is: 'letter', letter: envelopedLetter(view, { language: call.language, scheme }) };
  const places = await findPlaces(ctx.pageDb, productId, placesShown);
  const sample = { view, places, now, language: view.language, path, opened: part === 'opened' };
  return { is: 'frame', page: pageInScheme(ctx.sampleGift(sample), scheme) };
}

/** With what mail programs show outside the letter: its subject, and the line beside it, which the letter itself hides. */
function envelopedLetter(
  view: GiftView,
  { language, scheme }: { language: Language; scheme: DeviceScheme },
): FramedLetter {
  const letter = letterOf(view);
  const envelope = html`<div style="padding:12px 16px;font:16px/1.4 system-ui,sans-serif;border-bottom:1px solid"><b>${editorLabels[language].subject}:</b> ${letter.subject}</div>
<style>${raw('body>div[style^="display:none"]{display:block!important;max-height:none!important;padding:8px 16px;font:14px/1.4 system-ui,sans-serif;border-bottom:1px solid}')}</style>`;
  const body = letter.html.indexOf('>', letter.html.indexOf('<body')) + 1;
  return {
    html: inScheme(letter.html.slice(0, body) + envelope.markup + letter.html.slice(body), scheme),
    pictureUrl: view.pictureUrl,
    isSeenByPage: true,
  };
}

/** The script of the form takes the lines from here to their fields. */
export function faultsPage(errors: FormErrors, language: Language): Page {
  const labels = editorLabels[language];
  return renderPage({
    language,
    title: labels.wrong,
    top: null,
    main: html`<div class="notice no"><h1>${labels.wrong}</h1><ul>${Object.entries(errors).map(
      ([field, text]) =>
        html`<li data-fault="${field}"><b>${field !== '' && html`${nameOfField(field, language)}: `}</b><span>${text}</span></li>`,
    )}</ul></div>`,
  });
}
