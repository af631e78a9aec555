/** `/o/audit`: what everybody did, over all chains, and whether a chain is whole. */
import { operator } from '../../../people/access/party.ts';
import { sideName } from '../../../people/access/role-names.ts';
import { actorText } from '../../../people/audit/actor-text.ts';
import { actNames } from '../../../people/audit/act-names.ts';
import type { AuditEntry } from '../../../people/audit/chain.ts';
import { checkChain } from '../../../people/audit/check-chain.ts';
import { listAllActs, type AllActsAsk, type FoundActs } from '../../../people/audit/list-acts.ts';
import { listMembers, type Member } from '../../../people/team/members.ts';
import { namePeople } from '../../../reports/name-subjects.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { actColumns, actLabels } from '../../../web/audit/act-columns.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import type { Filter } from '../../../web/shell/filters-view.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { listLength } from '../../../web/shell/list-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { actName } from '../act-names.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { asksOf, partyName, partyOf, placeText } from './audit-filters.ts';
import { aboutView } from './entry-view.ts';
import { formName } from './form-names.ts';
import { operatorAuditLabels, type OperatorAuditLabels } from './labels.ts';

const path = '/o/audit';

interface Audit {
  ask: AllActsAsk;
  found: FoundActs;
  members: Member[];
  /** Names of people that acts are about. */
  people: ReadonlyMap<number, string>;
}

export function addOperatorAudit(pages: OperatorPages): void {
  pages.page<Audit>({
    path,
    needs: 'audit.read',
    keepsViews: true,
    async load({ ctx: { pageDb }, party, query }) {
      const ask = asksOf(query);
      const [found, members] = await Promise.all([listAllActs(pageDb, ask), listMembers(pageDb, party)]);
      return { ask, found, members, people: await namePeople(pageDb, found.acts) };
    },
    view: (audit, call) => auditView(audit, call),
  });
  pages.act({
    path: `${path}/check`,
    needs: 'audit.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    async act({ ctx: { pageDb, keyring }, form, language }) {
      const labels = operatorAuditLabels[language];
      const party = partyOf(form.get('side') ?? '', form.get('party') ?? '');
      if (party === null) return { is: 'missing' };
      const checked = await checkChain(pageDb, keyring, party);
      const name = partyName(party, language);
      const to = addressOf(path, { side: party.side, id: String(party.partyId) });
      return checked.is === 'whole'
        ? {
            is: 'done',
            to,
            flash: { kind: 'yes', text: labels.whole(name, formatCount(checked.rows, language)) },
          }
        : { is: 'done', to, flash: { kind: 'no', text: labels.broken(name, checked.seq) } };
    },
  });
}

function auditView({ ask, found, members, people }: Audit, call: OperatorCall): ShellPage {
  const { language, query } = call;
  const labels = operatorAuditLabels[language];
  const rows = found.acts.slice(0, listLength);
  const chain = ask.party ?? operator;
  const place = found.acts.length > listLength ? (rows.at(-1) ?? null) : found.lookedTo;
  const look = {
    names: actNames(language),
    whose: (entry: AuditEntry) => partyName(entry, language),
    who: (entry: AuditEntry) => actorText(entry.actorName, language),
    about: (entry: AuditEntry) => aboutView(entry, people, call),
    fieldName: (act: string, field: string) => formName(act, field, language),
    askedName: (act: string) => actName(act, language),
  };
  return listPage(
    {
      path,
      title: labels.title,
      lead: labels.lead,
      filters: filtersOf(query, members, labels, language),
      aboveRows: html`<form method="post" action="${at(`${path}/check`, language)}"><input type="hidden" name="side" value="${chain.side}"><input type="hidden" name="party" value="${String(chain.partyId)}"><div class="actions"><button class="button">${labels.check(partyName(chain, language))}</button></div></form>`,
      columns: actColumns(look, language),
      rows,
      empty: { text: actLabels[language].empty },
      belowRows: found.lookedTo !== null && html`<p class="muted">${labels.lookedTo}</p>`,
      next: place && { older: placeText(place) },
    },
    call,
  );
}

function filtersOf(
  query: Readonly<Record<string, string>>,
  members: readonly Member[],
  labels: OperatorAuditLabels,
  language: Language,
): Filter[] {
  const { any } = shellLabels[language];
  const given = (name: string, label: string) => ({ name, label, value: (query[name] ?? '').slice(0, 100) });
  const chains = (['operator', 'client', 'supplier'] as const).map((side) => ({
    value: side,
    text: sideName(side, language),
  }));
  const people = members.map(({ personId, name }) => ({ value: `person:${personId}`, text: name }));
  const acts = Object.entries(actNames(language)).map(([name, text]) => ({ value: name, text }));
  const attributes = html`inputmode="numeric" maxlength="15" autocomplete="off"`;
  return [
    { ...given('side', labels.chain), any: labels.all, choices: chains },
    { ...given('id', labels.partyId), attributes },
    {
      ...given('actor', actLabels[language].who),
      any,
      choices: [...people, { value: 'command', text: labels.command }],
    },
    { ...given('act', actLabels[language].what), any, choices: acts },
    { ...given('from', labels.from), isDay: true },
    { ...given('until', labels.until), isDay: true },
  ];
}
