/** The form of a template, at `/edit` below the templates of a product: the same for both sides. */
import { keepPicture } from '../../catalog/picture-acts.ts';
import { uploadLabels } from '../../catalog/picture-problems.ts';
import type { ActContext } from '../../catalog/recorded.ts';
import type { Context } from '../../../context.ts';
import { maxUploadBytes } from '../../../certificates/documents/pictures/make-pictures.ts';
import { maxTemplateBytes, readTemplate } from '../../../certificates/templates/read-template.ts';
import { problemsIn } from '../../../web/form/fields.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { addressOf } from '../../../web/request-language.ts';
import { idIn, type PageCall } from '../../../web/shell/page-call.ts';
import type { ActDefinition, ActEnd, PageDefinition } from '../../../web/shell/pages.ts';
import { readLongForm } from '../../../web/uploads.ts';
import { templateLabels } from '../labels.ts';
import { lookName } from '../look-key.ts';
import { problemsText } from '../problems-text.ts';
import { saveDraft, type DraftSaved } from '../save-draft.ts';
import type { SampleContext } from '../samples.ts';
import { editorView, withPicture, type EditorPlace, type TypedEditor } from './editor-view.ts';
import { editorLabels } from './labels.ts';
import { faultsPage, previewEnd, recipientLanguage, unsavedView } from './preview.ts';
import {
  errorsOf,
  faultsForProduct,
  judgeForm,
  namedErrors,
  readEditor,
  type EditorData,
  type JudgedForm,
} from './read-editor.ts';

export type EditorContext = SampleContext & ActContext & Pick<Context, 'config' | 'keyring' | 'pageDb'>;
type EditorCall = PageCall<EditorContext>;

/** Pages of either side. */
interface EditorPages {
  page(definition: PageDefinition<EditorContext, EditorData>): void;
  act(definition: Omit<ActDefinition<EditorContext>, 'leadsTo'> & { leadsTo: 'nothing' }): void;
}

/** `path`: of the templates of a product, with its number as `:id`. */
export function addEditor(pages: EditorPages, path: string): void {
  const needs = 'templates.change';
  pages.page({
    path: `${path}/edit`,
    needs,
    load: (call) => load(call, call.query['of']),
    view: (data, call) => editorView(data, placeOf(call)),
  });
  const acts: [name: string, act: (form: SentForm) => Promise<ActEnd>, isPart?: true][] = [
    ['edit', save],
    ['edit/preview', preview, true],
    ['edit/pdf', pdf, true],
    ['edit/picture', addPicture],
    ['drafts', saveFile],
  ];
  for (const [name, act, isPart] of acts)
    pages.act({
      path: `${path}/${name}`,
      needs,
      leadsTo: 'nothing',
      undone: name === 'edit' || name === 'drafts' ? 'pages' : 'nothing',
      ...(isPart && { isPart }),
      act: (call) => withForm(call, act),
    });
}

interface SentForm {
  call: EditorCall;
  data: EditorData;
  typed: URLSearchParams;
  file: { bytes: Buffer; isTooLarge: boolean } | null;
}

const productIn = ({ params }: EditorCall): number => idIn(params['id']) ?? 0;

const load = (
  { ctx, params, party }: EditorCall,
  of: string | undefined | null,
): Promise<EditorData | null> =>
  readEditor(ctx.pageDb, {
    productId: idIn(params['id']) ?? 0,
    supplierId: party.side === 'supplier' ? party.partyId : null,
    of,
    baseUrl: ctx.config.baseUrl,
  });

/** The addresses of the form lie beside each other, below those of the product. */
const placeOf = ({ path, language, ctx }: EditorCall): EditorPlace => ({
  path: path.replace(/\/(?:edit(?:\/\w+)?|drafts)$/, ''),
  language,
  keyring: ctx.keyring,
});

async function withForm(call: EditorCall, act: (form: SentForm) => Promise<ActEnd>): Promise<ActEnd> {
  const sent = call.request.isMultipart()
    ? await readLongForm(call.request, maxUploadBytes)
    : { fields: call.form, file: null };
  const data = await load(call, sent?.fields.get('of'));
  if (data === null) return { is: 'missing' };
  if (sent === null) {
    const text = editorLabels[call.language].tooLong;
    return { is: 'wrong', page: editorView(data, placeOf(call), { typed: null, errors: { '': text } }) };
  }
  return act({ call, data, typed: withPicture(sent.fields), file: sent.file });
}

const again = ({ call, data, typed }: SentForm, more: Partial<TypedEditor> = {}): ActEnd => ({
  is: 'wrong',
  page: editorView(data, placeOf(call), { typed, errors: {}, ...more }),
});

const picturesOf = ({ ctx }: EditorCall) => ({ pageDb: ctx.pageDb, baseUrl: ctx.config.baseUrl });

const judge = ({ call, data, typed }: SentForm): Promise<JudgedForm> =>
  judgeForm(picturesOf(call), data, typed, call.language);

const judgedNote = { note: line({ most: 200 }) };
const noteProblems = ({ call, typed }: SentForm): FieldErrors =>
  problemsIn(judgedNote, { form: typed, language: call.language });
const noteIn = (typed: URLSearchParams): string => (typed.get('note') ?? '').trim();

async function save(form: SentForm): Promise<ActEnd> {
  const { call, data, typed } = form;
  const labels = editorLabels[call.language];
  const judged = await judge(form);
  const errors = { ...(judged.is === 'wrong' && judged.errors), ...noteProblems(form) };
  if (judged.is === 'wrong' || Object.keys(errors).length > 0) return again(form, { errors });
  if (!judged.isChanged) return again(form, { notice: { kind: 'note', text: labels.unchanged } });
  const isOwn = typed.get('own') === 'yes';
  const ask = {
    productId: productIn(call),
    template: judged.template,
    note: noteIn(typed),
    basedOn: data.base,
    isOwn,
  };
  return savedEnd(form, await saveDraft(call.ctx, call.principal, ask, call.now));
}

function savedEnd(form: SentForm, saved: DraftSaved): ActEnd {
  const { call } = form;
  const labels = editorLabels[call.language];
  const { path } = placeOf(call);
  switch (saved.is) {
    case 'no-product':
      return { is: 'missing' };
    case 'too-many':
      return again(form, {
        notice: { kind: 'no', text: templateLabels[call.language].problems['too-many'] },
      });
    case 'overtaken': {
      const text = saved.by === null ? labels.decided : labels.overtaken(saved.by.name, saved.by.draftId);
      return again(form, { notice: { kind: 'no', text }, isOvertaken: true });
    }
    case 'saved': {
      const to = addressOf(path, { of: lookName({ is: 'draft', id: saved.draftId }) });
      const { beside } = saved;
      const flash =
        beside === null
          ? ({ kind: 'yes', text: labels.saved } as const)
          : ({ kind: 'note', text: labels.savedBeside(beside) } as const);
      return { is: 'done', to, flash };
    }
  }
}

async function preview(form: SentForm): Promise<ActEnd> {
  const { call, data, typed } = form;
  const judged = await judge(form);
  if (judged.is === 'wrong') return { is: 'frame', page: faultsPage(judged.errors, call.language) };
  const language = recipientLanguage(typed, data.product.language);
  const view = await unsavedView(call, productIn(call), { template: judged.template, language });
  if (view === null) return { is: 'missing' };
  return previewEnd(call, { productId: productIn(call), view, typed });
}

async function pdf(form: SentForm): Promise<ActEnd> {
  const { call, data, typed } = form;
  const judged = await judge(form);
  if (judged.is === 'wrong') return again(form, { errors: judged.errors });
  const language = recipientLanguage(typed, data.product.language);
  const view = await unsavedView(call, productIn(call), { template: judged.template, language });
  if (view === null) return { is: 'missing' };
  const bytes = await call.ctx.samplePdf(view);
  const name = `sample-${productIn(call)}-${language}.pdf`;
  return { is: 'file', file: { name, contentType: 'application/pdf', bytes } };
}

/** The picture is kept and chosen; everything that was typed stays. */
async function addPicture(form: SentForm): Promise<ActEnd> {
  const { call, typed, file } = form;
  const { problems } = uploadLabels[call.language];
  if (file === null) return again(form, { errors: { file: problems['no-file'] } });
  if (file.isTooLarge) return again(form, { errors: { file: problems['too-large'] } });
  const ask = { productId: productIn(call), upload: file.bytes, baseUrl: call.ctx.config.baseUrl };
  const kept = await keepPicture(call.ctx, call.principal, ask, call.now);
  if (kept.is === 'no-product') return { is: 'missing' };
  if (kept.is === 'refused') return again(form, { errors: { file: problems[kept.why] } });
  typed.set('picture', kept.address);
  const data = (await load(call, typed.get('of'))) ?? form.data;
  const notice = { kind: 'yes', text: editorLabels[call.language].uploaded } as const;
  return { is: 'shown', page: editorView(data, placeOf(call), { typed, errors: {}, notice }) };
}

/** JSON, as programs write it. */
async function saveFile(form: SentForm): Promise<ActEnd> {
  const { call, data, typed, file } = form;
  const text = (file?.bytes.toString() ?? typed.get('template') ?? '').trim();
  const asJson = (error: string): ActEnd => ({
    is: 'wrong',
    page: editorView(data, placeOf(call), {
      typed: null,
      errors: {},
      notice: { kind: 'no', text: error },
      json: { text: text.slice(0, maxTemplateBytes), error },
    }),
  });
  const [long] = Object.values(noteProblems(form));
  if (long !== undefined) return asJson(`${editorLabels[call.language].note}: ${long}`);
  const reading = text === '' ? null : readTemplate(file?.bytes ?? Buffer.from(text));
  if (reading?.is === 'wrong') return asJson(problemsText(reading.problems, call.language));
  const template = reading?.template ?? null;
  const faults = template && (await faultsForProduct(picturesOf(call), data.product, template));
  if (faults !== null && faults.length > 0) {
    const errors = namedErrors(errorsOf(faults, [], call.language), call.language);
    return asJson(Object.values(errors).join('; '));
  }
  const ask = {
    productId: productIn(call),
    template,
    note: noteIn(typed),
    basedOn: null,
  };
  const saved = await saveDraft(call.ctx, call.principal, ask, call.now);
  return saved.is === 'too-many'
    ? asJson(templateLabels[call.language].problems['too-many'])
    : savedEnd(form, saved);
}
