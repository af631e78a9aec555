/** `/c/audit`: what people of the client, and Facevalue for it, have done, with before and after. */
import { listKeys, type ClientKey } from '../../../clients/keys.ts';
import type { Party } from '../../../people/access/party.ts';
import { clientActNames } from '../../../people/audit/client-act-names.ts';
import type { AuditEntry } from '../../../people/audit/chain.ts';
import { checkChain, listActs } from '../../../people/audit/check-chain.ts';
import { listCommandActs } from '../../../people/audit/list-command-acts.ts';
import { listMembers, type Member } from '../../../people/team/members.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { namePeople } from '../../../reports/name-subjects.ts';
import { actColumns, actLabels } from '../../../web/audit/act-columns.ts';
import { at } from '../../../web/request-language.ts';
import type { Filter } from '../../../web/shell/filters-view.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { listLength } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { aboutView } from './about-view.ts';
import { auditLabels, type AuditLabels } from './labels.ts';

interface AuditData {
  /** One more than a page has, if there are more. */
  acts: AuditEntry[];
  members: Member[];
  /** Names of people that acts are about. */
  people: ReadonlyMap<number, string>;
  keys: ClientKey[];
  actor: string;
  act: string;
}

const path = '/c/audit';

export function addAudit(pages: CabinetPages): void {
  pages.page<AuditData>({
    path,
    needs: 'audit.read',
    keepsViews: true,
    async load({ ctx: { pageDb }, party, query, now }) {
      const actor = /^(?:person:\d{1,15}|command|key:\d{1,9})$/.exec(query['actor'] ?? '')?.[0] ?? '';
      const act = Object.hasOwn(clientActNames.en, query['act'] ?? '') ? (query['act'] ?? '') : '';
      const ask = {
        before: idIn(query['older']),
        actor: actor === '' ? null : actor.replace(/^key:/, `${programOf(party)}/key-`),
        act: act || null,
        limit: listLength + 1,
      };
      const [acts, members, keys] = await Promise.all([
        actor === 'command' ? listCommandActs(pageDb, party, ask) : listActs(pageDb, party, ask),
        listMembers(pageDb, party),
        listKeys(pageDb, party.partyId, now),
      ]);
      return { acts, members, keys, actor, act, people: await namePeople(pageDb, acts) };
    },
    view: auditView,
  });

  pages.act({
    path: '/c/audit/check',
    needs: 'audit.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    async act({ ctx: { pageDb, keyring }, party, language }) {
      const labels = auditLabels[language];
      const checked = await checkChain(pageDb, keyring, party);
      return {
        is: 'done',
        to: path,
        flash:
          checked.is === 'whole'
            ? { kind: 'yes', text: labels.whole(checked.rows) }
            : { kind: 'no', text: labels.broken(checked.seq) },
      };
    },
  });
}

function auditView(data: AuditData, call: CabinetCall): ShellPage {
  const { language } = call;
  const labels = auditLabels[language];
  const rows = data.acts.slice(0, listLength);
  const last = data.acts.length > listLength ? rows.at(-1) : undefined;
  const look = {
    names: clientActNames[language],
    who: ({ actor, actorName }: AuditEntry) => actorText(actor, actorName, labels),
    about: ({ about }: AuditEntry) => aboutView(about, data.people, language),
  };
  return listPage(
    {
      path,
      title: labels.title,
      lead: labels.lead,
      aboveFilters: html`<form method="post" action="${at(`${path}/check`, language)}"><div class="actions"><button class="button">${labels.check}</button></div></form>`,
      filters: filtersOf(data, labels, language),
      columns: actColumns(look, language),
      rows,
      empty: { text: actLabels[language].empty },
      next: last && { older: String(last.seq) },
    },
    call,
  );
}

const programOf = ({ partyId }: Party): string => `program:client/${partyId}`;

const filtersOf = (
  { members, keys, actor, act }: AuditData,
  labels: AuditLabels,
  language: Language,
): Filter[] => {
  const { any } = shellLabels[language];
  const people = members.map(({ personId, name }) => ({ value: `person:${personId}`, text: name }));
  const programs = keys.map(({ version }) => ({ value: `key:${version}`, text: labels.program(version) }));
  const names = Object.entries(clientActNames[language]).map(([value, text]) => ({ value, text }));
  const actors = [...people, ...programs, { value: 'command', text: labels.operator }];
  return [
    { name: 'actor', label: actLabels[language].who, value: actor, any, choices: actors },
    { name: 'act', label: actLabels[language].what, value: act, any, choices: names },
  ];
};

function actorText(actor: string, actorName: string, labels: AuditLabels): string {
  if (actor.startsWith('command')) return labels.operator;
  if (!actor.startsWith('program:')) return actorName;
  return labels.program(Number(/\/key-(\d+)$/.exec(actor)?.[1] ?? 0));
}
