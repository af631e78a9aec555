/** What is done from the line over a list: filters kept under a name and removed, columns chosen. */
import type { Context } from '../../context.ts';
import type { Side } from '../../people/access/party.ts';
import {
  dropView,
  longestViewName,
  longestViewQuery,
  mostViews,
  saveView,
} from '../../people/views/saved-views.ts';
import { addressOf } from '../request-language.ts';
import { nextPath } from '../signed-in.ts';
import { hideColumns } from './columns.ts';
import type { Flash } from './flash.ts';
import { entryOf, navigationFor } from './navigation.ts';
import { idIn, type PageCall } from './page-call.ts';
import type { ActDefinition, ActEnd } from './pages.ts';
import { viewLabels } from './view-labels.ts';

type Call = PageCall<unknown>;

/** Where the acts of a side are. */
export const viewPaths: Record<Side, string> = {
  operator: '/o/views',
  client: '/c/views',
  supplier: '/s/views',
};

/** What the pages of every side have in common. */
interface ViewActs<Ctx> {
  act(definition: ActDefinition<Ctx> & { leadsTo: 'nothing' }): void;
}

/** `db`: views lie with the people, outside the cells. */
export function addViewActs<Ctx>(
  pages: ViewActs<Ctx>,
  { db, config }: Pick<Context, 'db' | 'config'>,
  side: Side,
): void {
  const act = (path: string, run: (call: Call, list: string) => Promise<Flash | null> | null): void =>
    pages.act({
      path,
      needs: 'team.read',
      leadsTo: 'nothing',
      undone: 'pages',
      async act(call) {
        const list = listIn(call);
        return list === null ? { is: 'missing' } : backTo(call, list, await run(call, list));
      },
    });
  act(viewPaths[side], (call, list) => save(db, call, list));
  act(`${viewPaths[side]}/remove`, (call) => remove(db, call));
  act(`${viewPaths[side]}/columns`, ({ request, reply, form }, list) => {
    const shown = form.getAll('column');
    const hidden = (form.get('of') ?? '').split('.').filter((key) => isKey(key) && !shown.includes(key));
    hideColumns(request, reply, config.baseUrl, { list, hidden });
    return null;
  });
}

const isKey = (text: string): boolean => /^[a-z]{1,20}$/.test(text);

/** The list in a form, if this person may see it. */
function listIn({ form, principal }: Call): string | null {
  const list = nextPath(form.get('list'), '');
  // The first page of a side is above all others.
  const sections = navigationFor(principal).filter(({ path }) => path.lastIndexOf('/') > 0);
  return entryOf(list, sections) === null ? null : list;
}

/** To the list as it was. */
const backTo = ({ form }: Call, list: string, flash: Flash | null): ActEnd => ({
  is: 'done',
  to: addressOf(list, Object.fromEntries(new URLSearchParams(form.get('at') ?? ''))),
  ...(flash !== null && { flash }),
});

/** Where in a list one is, and what was searched for, belong to no view. */
const notFilters = new Set(['q', 'lang', 'older', 'newer', 'after']);

const filtersIn = (query: string): string =>
  new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !notFilters.has(name))).toString();

async function save(
  db: Context['db'],
  { form, principal, language, now }: Call,
  list: string,
): Promise<Flash | null> {
  const labels = viewLabels[language];
  const name = (form.get('name') ?? '').trim();
  const query = filtersIn(form.get('query') ?? '');
  if (name === '' || name.length > longestViewName) return { kind: 'no', text: labels.noName };
  if (query === '' || query.length > longestViewQuery) return null;
  const shared = form.get('shared') === 'yes';
  const { is } = await saveView(db, principal, { list, name, query, shared }, now);
  return is === 'saved'
    ? { kind: 'yes', text: labels.saved }
    : { kind: 'no', text: labels.tooMany(mostViews) };
}

async function remove(db: Context['db'], { form, principal, language }: Call): Promise<Flash | null> {
  const id = idIn(form.get('view'));
  const removed = id !== null && (await dropView(db, principal, id));
  return removed ? { kind: 'yes', text: viewLabels[language].removed } : null;
}
