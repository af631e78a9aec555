/** The page of the demo's persons, where one press signs in. */
import { roleName } from '../../src/people/access/role-names.ts';
import { html, type Html } from '../../src/platform/text/html.ts';
import type { Language } from '../../src/platform/text/language.ts';
import type { Page } from '../../src/web/frame.ts';
import { at } from '../../src/web/request-language.ts';
import { demoFrame } from '../demo-frame.ts';
import { personsLabels } from './persons-labels.ts';
import type { ListedPerson } from './demo-people.ts';

export const personsPath = '/demo/persons';

/** Everybody who can sign in, by organisation. */
export function personsPage(persons: ListedPerson[], password: string, language: Language): Page {
  const labels = personsLabels[language];
  const parties = Map.groupBy(persons, ({ side, partyName }) => `${side} ${partyName}`);
  const main = html`<p class="lead">${labels.lead}</p>
<section class="card"><dl class="facts"><div><dt>${labels.password}</dt><dd><code>${password}</code></dd></div></dl>
<p class="muted small">${labels.codeHint}</p></section>
${[...parties.values()].map((members) => partyView(members, language))}`;
  return demoFrame({ language, title: labels.title, path: personsPath, main });
}

function partyView(members: ListedPerson[], language: Language): Html {
  const [first] = members;
  const name =
    first === undefined || first.side === 'operator' ? personsLabels[language].operator : first.partyName;
  return html`<section><h2>${name}</h2>
<ul class="card lines persons">${members.map((member) => personView(member, language))}</ul></section>`;
}

function personView({ membershipId, name, role, email, code }: ListedPerson, language: Language): Html {
  const labels = personsLabels[language];
  const does = (labels.does as Record<string, string | undefined>)[role] ?? '';
  return html`<li><b>${name}</b>
<p class="small does"><span class="state">${roleName(role, language)}</span> <span class="muted">${does}</span></p>
<p class="small login"><span class="muted">${labels.login}</span> <code>${email}</code>${code !== null && html` <span class="once"><span class="muted">${labels.code}</span> <code>${code}</code></span>`}</p>
<form method="post" action="${at(`${personsPath}/${membershipId}/in`, language)}"><button class="button" aria-label="${labels.signInAs(name)}">${labels.signIn}</button></form></li>`;
}
