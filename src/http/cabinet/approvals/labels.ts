/** What `/c/approvals` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Согласования',
  lead: 'Что ждёт согласия второго человека. Через сутки без ответа запрос пропадает, ничего не меняя.',
  empty: 'Сейчас согласовывать нечего.',
  bulk: (id: number) => `Массовый заказ ${id}`,
  limit: (sum: string | null) =>
    sum === null
      ? 'Отменить согласование массовых заказов'
      : `Согласовывать массовые заказы только дороже ${sum}`,
  lines: 'Строк',
  sum: 'На сумму',
  by: 'Кто просит',
  until: 'Ждёт до',
  own: 'Об этом просили вы: решает кто-то другой — владелец или финансы.',
  waits: (name: string) => `Ждёт согласия второго человека, просит ${name}.`,
  approve: 'Согласиться',
  reject: 'Отказать',
  done: 'Согласовано и сделано.',
  refused: 'Отказано, ничего не изменено.',
  ownRefused: 'Об этом просили вы: решить должен кто-то другой.',
  notDone: 'Сделать это сейчас нельзя: с тех пор что-то изменилось. Откажите и подтвердите заново.',
  past: 'Решённые',
  what: 'О чём',
  outcome: 'Чем завершилось',
  outcomes: { done: 'согласовано', refused: 'отказано', expired: 'никто не ответил' },
  when: 'Когда',
  inEffect: (sum: string | null) =>
    sum === null
      ? 'Сейчас любой массовый заказ подтверждает один человек.'
      : `Сейчас массовый заказ дороже ${sum} подтверждают двое.`,
  rule: 'Правило для массовых заказов',
  ruleText:
    'Массовый заказ дороже этой суммы подтверждают двое: кто его загрузил и ещё один владелец или человек с ролью «финансы». Ослабить правило тоже можно только вдвоём. На заказы программ по API оно не действует.',
  above: 'Сумма, ₽',
  aboveHint: 'Пусто: подтверждает один человек. 0: каждый массовый заказ подтверждают двое.',
  aboveWrong: 'Напишите сумму в рублях, например 50 000.',
  save: 'Сохранить',
  saved: 'Правило действует.',
  unchanged: 'Ничего не изменилось.',
  asked: 'Правило станет мягче, когда согласится второй человек.',
  alone:
    'Кроме вас, некому соглашаться: сначала пригласите второго владельца или человека с ролью «финансы».',
  tooMany: 'Открыто слишком много запросов: сначала решите их.',
};

export const approvalLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Approvals',
    lead: 'Requests that need a second person. A request without an answer expires after a day, and nothing changes.',
    empty: 'Nothing needs approval.',
    bulk: (id) => `Bulk order ${id}`,
    limit: (sum) =>
      sum === null ? 'Turn off approval of bulk orders' : `Approve only bulk orders above ${sum}`,
    lines: 'Lines',
    sum: 'Sum',
    by: 'Requested by',
    until: 'Waits until',
    own: 'You requested this: another owner or finance person decides.',
    waits: (name) => `Waiting for a second person; requested by ${name}.`,
    approve: 'Approve',
    reject: 'Reject',
    done: 'Approved and done.',
    refused: 'Rejected, nothing was changed.',
    ownRefused: 'You requested this: somebody else has to decide.',
    notDone: 'This is no longer possible: something has changed since. Reject it and confirm again.',
    past: 'Decided',
    what: 'What',
    outcome: 'Outcome',
    outcomes: { done: 'approved', refused: 'rejected', expired: 'nobody answered' },
    when: 'When',
    inEffect: (sum) =>
      sum === null
        ? 'At present one person confirms any bulk order.'
        : `At present a bulk order above ${sum} is confirmed by two people.`,
    rule: 'Rule for bulk orders',
    ruleText:
      'A bulk order above this sum is confirmed by two: whoever uploaded it, and another owner or finance person. Loosening the rule takes two people as well. Orders placed over the API are not affected.',
    above: 'Sum, ₽',
    aboveHint: 'Empty: one person confirms. 0: every bulk order is confirmed by two.',
    aboveWrong: 'Write a sum in roubles, for example 50 000.',
    save: 'Save',
    saved: 'The rule is in effect.',
    unchanged: 'Nothing has changed.',
    asked: 'The rule will be loosened when a second person agrees.',
    alone: 'Nobody else can agree: invite a second owner or a finance person first.',
    tooMany: 'Too many requests are open: decide about them first.',
  },
};
