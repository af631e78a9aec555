/** What is read before a member is taken out of a team, or confirmed as a person of their own. */
import type { Side } from '../../people/access/party.ts';
import { leadRole } from '../../people/access/rights.ts';
import { roleName } from '../../people/access/role-names.ts';
import type { Member } from '../../people/team/members.ts';
import { givenBackDays } from '../../people/team/removed-members.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Question } from '../../web/confirm/question.ts';

const labels = {
  ru: {
    person: 'Кто',
    email: 'Почта',
    role: 'Роль',
    remove: (name: string) => `Удалить из команды: ${name}?`,
    removeText:
      'Доступ пропадёт сразу, во всех браузерах, где этот человек вошёл. Всё, что он сделал, останется.',
    removeSelf: 'Это вы: вы сразу потеряете доступ, и вернуть его сможет только тот, кто останется.',
    removeUndo: `В течение ${givenBackDays} дней доступ можно вернуть на этой же странице: с той же ролью, войти придётся заново.`,
    removeAct: 'Удалить из команды',
    confirm: (name: string) => `Подтвердить, что ${name} — отдельный человек?`,
    confirmText:
      'После этого он считается вторым человеком: его согласия достаточно для выпуска кодов, денег и прав. Подтверждайте, если знаете его сами.',
    confirmAct: 'Подтвердить',
  },
  en: {
    person: 'Who',
    email: 'E-mail',
    role: 'Role',
    remove: (name: string) => `Remove from the team: ${name}?`,
    removeText: 'They lose access at once, in every browser they are signed in with. What they did stays.',
    removeSelf: 'This is you: you lose access at once, and only those who stay can give it back.',
    removeUndo: `For ${givenBackDays} days the access can be given back on this page: the same role, and they sign in again.`,
    removeAct: 'Remove from the team',
    confirm: (name: string) => `Confirm that ${name} is a person of their own?`,
    confirmText:
      'From then on they count as a second person: their agreement is enough for codes, money and rights. Confirm only if you know them yourself.',
    confirmAct: 'Confirm',
  },
};

interface Asked {
  personId: number;
  /** Id of the person who asks. */
  ownId: number;
  side: Side;
  language: Language;
}

/** Null: not there, or it is refused or needless. */
export function memberQuestion(
  act: 'remove' | 'confirm',
  members: readonly Member[],
  { personId, ownId, side, language }: Asked,
): Question | null {
  const member = members.find((one) => one.personId === personId);
  if (member === undefined) return null;
  const leads = members.filter(({ role }) => role === leadRole[side]);
  if (act === 'remove' && leads.length === 1 && leads[0] === member) return null;
  if (act === 'confirm' && member.isConfirmed) return null;
  const texts = labels[language];
  const { name, email, role } = member;
  const text = personId === ownId ? texts.removeSelf : texts.removeText;
  return {
    title: texts[act](name),
    facts: [
      [texts.person, name],
      [texts.email, email],
      [texts.role, roleName(role, language)],
    ],
    ...(act === 'remove' ? { text, undo: texts.removeUndo } : { text: texts.confirmText }),
    act: texts[`${act}Act`],
    back: '/team',
  };
}
