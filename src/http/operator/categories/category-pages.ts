/** `/o/categories`: names, codes and order of the categories, as getCategories answers them. */
import { dropCategory, editCategory, type CategoryEdited } from '../../../acts/catalog/category-acts.ts';
import { findCategories, type Category } from '../../../catalog/find-category.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { newIdIn, readCategory } from './category-form.ts';
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
  pages.act({ path, needs: 'products.change', leadsTo: 'nothing', undone: 'pages', act: add });
  pages.page<CategoryData>({
    path: `${path}/:id`,
    needs: 'catalogue.read',
    load,
    view: (data, call) => categoryView(data, call),
  });
  pages.act({
    path: `${path}/:id`,
    needs: 'products.change',
    leadsTo: 'nothing',
    undone: 'pages',
    act: save,
  });
  pages.act({
    path: `${path}/:id/remove`,
    needs: 'products.change',
    leadsTo: 'nothing',
    undone: { asks: askRemoval },
    act: remove,
  });
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

async function listAgain(call: OperatorCall, errors: Record<string, string>): Promise<ActEnd> {
  const categories = await findCategories(call.ctx.pageDb);
  return { is: 'wrong', page: categoriesView(categories, call, { errors, form: call.form }) };
}

async function again(call: OperatorCall, errors: Record<string, string>): Promise<ActEnd> {
  const data = await load(call);
  if (data === null) return { is: 'missing' };
  return { is: 'wrong', page: categoryView(data, call, { errors, form: call.form }) };
}

async function add(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const problems = problemsOf(call);
  const id = newIdIn(form);
  if (id === null) return listAgain(call, { id: problems.id });
  const read = readCategory(form);
  if ('wrong' in read) return listAgain(call, { [read.wrong.field]: problems[read.wrong.why] });
  const edited = await editCategory(ctx, principal, { id, fields: read.fields, isNew: true }, now);
  if (edited.is !== 'set') return listAgain(call, refusalOf(edited, call));
  const flash = { kind: 'yes', text: categoryLabels[language].added } as const;
  return { is: 'done', to: path, flash };
}

async function save(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  if ((await load(call)) === null) return { is: 'missing' };
  const read = readCategory(form);
  if ('wrong' in read) return again(call, { [read.wrong.field]: problemsOf(call)[read.wrong.why] });
  const ask = { id: idOf(call), fields: read.fields, isNew: false };
  const edited = await editCategory(ctx, principal, ask, now);
  if (edited.is === 'no-category') return { is: 'missing' };
  if (edited.is !== 'set') return again(call, refusalOf(edited, call));
  const flash = { kind: 'yes', text: categoryLabels[language].saved } as const;
  return { is: 'done', to: `${path}/${idOf(call)}`, flash };
}

function refusalOf(
  { is }: Exclude<CategoryEdited, { is: 'set' }>,
  call: OperatorCall,
): Record<string, string> {
  const problems = problemsOf(call);
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
