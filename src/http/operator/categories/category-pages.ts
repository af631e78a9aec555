/** `/o/categories`: names, codes and order of the categories, as getCategories answers them. */
import { dropCategory, editCategory, type CategoryEdited } from '../../../acts/catalog/category-acts.ts';
import { findCategories, type Category } from '../../../catalog/find-category.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { readForm } from '../../../web/form/fields.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { categoryFields, fieldsOf } from './category-form.ts';
import { categoriesView, categoryView, type CategoryData } from './category-view.ts';
import { categoryQuestion } from './category-question.ts';
import { categoryLabels } from './labels.ts';

const path = '/o/categories';

export function addCategoryPages(pages: OperatorPages): void {
  pages.page<Category[]>({
    path,
    needs: 'catalogue.read',
    load: ({ ctx }) => findCategories(ctx.pageDb),
    view: (categories, call) => categoriesView(categories, call),
  });
  const change = { needs: 'products.change', leadsTo: 'nothing', undone: 'pages' } as const;
  pages.act({ ...change, path, act: add });
  pages.page<CategoryData>({
    path: `${path}/:id`,
    needs: 'catalogue.read',
    load,
    view: (data, call) => categoryView(data, call),
  });
  pages.act({ ...change, path: `${path}/:id`, act: save });
  pages.act({ ...change, path: `${path}/:id/remove`, undone: { asks: askRemoval }, act: remove });
}

const idOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const problemsOf = ({ language }: OperatorCall) => categoryLabels[language].problems;

async function load(call: OperatorCall): Promise<CategoryData | null> {
  const all = await findCategories(call.ctx.pageDb);
  const category = all.find(({ id }) => id === idOf(call));
  return category === undefined ? null : { category, others: all.filter((one) => one !== category) };
}

async function askRemoval(call: OperatorCall): Promise<Question | null> {
  const data = await load(call);
  const moveTo = data?.others.find(({ id }) => id === idIn(call.form.get('moveTo'))) ?? null;
  return data && categoryQuestion(data.category, moveTo, call.language);
}

async function listAgain(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const categories = await findCategories(call.ctx.pageDb);
  return { is: 'wrong', page: categoriesView(categories, call, { errors, form: call.form }) };
}

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await load(call);
  if (data === null) return { is: 'missing' };
  return { is: 'wrong', page: categoryView(data, call, { errors, form: call.form }) };
}

async function add(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const { fields: texts, added } = categoryLabels[language];
  const read = readForm(categoryFields.new, texts, call);
  if ('errors' in read) return listAgain(call, read.errors);
  const ask = { id: read.values.id, fields: fieldsOf(read.values), isNew: true };
  const edited = await editCategory(ctx, principal, ask, now);
  if (edited.is === 'no-category') return { is: 'missing' };
  return edited.is === 'set'
    ? { is: 'done', to: path, flash: { kind: 'yes', text: added } }
    : listAgain(call, refusalOf(edited, call));
}

async function save(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const { fields: texts, saved } = categoryLabels[language];
  const id = idOf(call);
  if ((await load(call)) === null) return { is: 'missing' };
  const read = readForm(categoryFields.known, texts, call);
  if ('errors' in read) return again(call, read.errors);
  const ask = { id, fields: fieldsOf(read.values), isNew: false };
  const edited = await editCategory(ctx, principal, ask, now);
  if (edited.is === 'no-category') return { is: 'missing' };
  return edited.is === 'set'
    ? { is: 'done', to: `${path}/${id}`, flash: { kind: 'yes', text: saved } }
    : again(call, refusalOf(edited, call));
}

function refusalOf({ is }: Exclude<CategoryEdited, { is: 'set' }>, { language }: OperatorCall): FieldErrors {
  const { problems } = categoryLabels[language];
  return is === 'code-taken' ? { code: problems.codeTaken } : { id: problems.idTaken };
}

async function remove(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const ask = { id: idOf(call), moveTo: idIn(form.get('moveTo')) };
  const removed = await dropCategory(ctx, principal, ask, now);
  switch (removed.is) {
    case 'no-category':
      return { is: 'missing' };
    case 'in-use':
      return again(call, { moveTo: problemsOf(call).inUse });
    case 'no-target':
      return again(call, { moveTo: problemsOf(call).noTarget });
    case 'removed': {
      const text = categoryLabels[language].removed(removed.moved);
      return { is: 'done', to: path, flash: { kind: 'yes', text } };
    }
  }
}
