import type { Language } from '../../../platform/text/language.ts';

/** The kinds of src/suppliers/alerts/digest-kinds.ts; compared by the compiler where a letter is made. */
export type DigestTopic =
  | 'letters-failed'
  | 'texts-failed'
  | 'callbacks-abandoned'
  | 'callbacks-accepted-again'
  | 'bulk-paused'
  | 'quarantined'
  | 'activation-mails-failed'
  | 'activation-answers-unclear'
  | 'receipt-codes-guessed'
  | 'accounts-guessed'
  | 'final-tests-red'
  | 'activation-unanswered'
  | 'suppliers-silent'
  | 'letters-stuck'
  | 'texts-stuck';

interface TopicLabels {
  title: string;
  hint: string;
  /** What the lines are. */
  lines: string;
}

const ru = {
  topics: {
    'letters-failed': {
      title: 'Письма не доставлены',
      hint: 'Повторных попыток не будет. Исправьте адрес и отправьте сертификат ещё раз (resend) или передайте ссылку сами.',
      lines: 'Запрос и причина',
    },
    'texts-failed': {
      title: 'СМС не доставлены',
      hint: 'Повторных попыток не будет. Исправьте номер и отправьте сертификат ещё раз (resend) или передайте ссылку сами.',
      lines: 'Запрос и причина',
    },
    'callbacks-abandoned': {
      title: 'Обратные вызовы не приняты',
      hint: 'Восемь попыток не получили ответа 200 и «OK». Исход можно узнать через getStatus; когда адрес снова отвечает, оператор может повторить вызовы.',
      lines: 'Запрос',
    },
    'callbacks-accepted-again': {
      title: 'Обратные вызовы снова принимаются',
      hint: 'Адрес снова отвечает 200 и «OK». Вызовы, от которых платформа отказалась раньше, сами не повторятся: их исход сообщает getStatus, а оператор может отправить их снова.',
      lines: 'Клиент и когда вызовы перестали приниматься (Москва)',
    },
    'bulk-paused': {
      title: 'Массовые заказы остановлены: не хватает средств',
      hint: 'Пополните баланс, и размещение продолжится само. Заказанное до остановки выпускается как обычно.',
      lines: 'Массовый заказ',
    },
    quarantined: {
      title: 'Вызовы поставщиков попали в карантин',
      hint: 'Неизвестно, выпустил ли поставщик код. Посмотрите facevalue quarantine show и выясните это с поставщиком.',
      lines: 'Поставщик и номер записи',
    },
    'activation-mails-failed': {
      title: 'Письма об активации не доставлены',
      hint: 'Поставщик не знает, что продано. Проверьте адреса: facevalue activation schedule.',
      lines: 'Поставщик, письмо и причина',
    },
    'activation-answers-unclear': {
      title: 'Ответы об активации не поняты',
      hint: 'Ответ на письмо ничего не активировал. Прочитайте его и подтвердите письмо: facevalue activation confirm.',
      lines: 'Поставщик и письмо',
    },
    'receipt-codes-guessed': {
      title: 'Кто-то подбирает коды получения',
      hint: 'За час введено больше 300 неверных кодов на странице /receive. Подобрать код из 12 цифр так не выйдет; посмотрите, откуда идут запросы, и закройте эти сети перед платформой.',
      lines: 'Когда замечено (Москва)',
    },
    'accounts-guessed': {
      title: 'Подбирают пароли к учётным записям',
      hint: 'Из указанной сети вход под этим именем сейчас отклоняется, кроме устройств, где под ним уже входили; звёздочка — подбирают из многих сетей понемногу. Убедитесь, что у человека включён второй шаг входа, а пароль нигде больше не используется, и закройте сеть перед платформой.',
      lines: 'Учётная запись, сеть и когда замечено (Москва)',
    },
    'final-tests-red': {
      title: 'Финальный тест не пройден',
      hint: 'Всё, что выпускает, активирует или погашает система поставщика, снято с продажи, пока тест не пройдёт: facevalue supplier show, facevalue supplier certify.',
      lines: 'Поставщик',
    },
    'activation-unanswered': {
      title: 'Активацию никто не подтвердил',
      hint: 'Напоминание не помогло, сертификаты ждут. Свяжитесь с поставщиком: facevalue activation list.',
      lines: 'Поставщик и письмо',
    },
    'suppliers-silent': {
      title: 'Поставщики не отвечают',
      hint: 'Заказы ждут ответа дольше десяти минут.',
      lines: 'Поставщик и число заказов',
    },
    'letters-stuck': {
      title: 'Письма не уходят',
      hint: 'Почтовый сервер недоступен. Проверьте его: facevalue mail try.',
      lines: 'Сколько писем ждёт и почему',
    },
    'texts-stuck': {
      title: 'СМС не уходят',
      hint: 'Провайдер СМС не принимает сообщения. Проверьте его: facevalue sms try.',
      lines: 'Сколько СМС ждёт и почему',
    },
  } satisfies Record<DigestTopic, TopicLabels>,
  amount: (count: number) => `Всего: ${count}.`,
  more: (count: number) => `и ещё ${count}`,
  at: 'Замечено (Москва)',
  bounded: 'Об этом приходит не больше одного письма в час.',
  /** Title for a problem that is over. */
  over: (title: string) => `Устранено: ${title}`,
  lasted: (from: string, to: string) => `Это длилось с ${from} до ${to} (Москва).`,
};

export const digestLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    topics: {
      'letters-failed': {
        title: 'Letters were not delivered',
        hint: 'They are not retried. Correct the address and send the certificate once more (resend), or hand out the link yourself.',
        lines: 'Request and reason',
      },
      'texts-failed': {
        title: 'Texts were not delivered',
        hint: 'They are not retried. Correct the phone and send the certificate once more (resend), or hand out the link yourself.',
        lines: 'Request and reason',
      },
      'callbacks-abandoned': {
        title: 'Callbacks were not accepted',
        hint: 'Eight attempts were not answered with 200 and “OK”. getStatus has the outcomes; when the address answers again, the operator can replay the callbacks.',
        lines: 'Request',
      },
      'callbacks-accepted-again': {
        title: 'Callbacks are accepted again',
        hint: 'The address answers 200 and “OK” again. Callbacks that were given up before are not repeated by themselves: getStatus has their outcomes, and the operator can replay them.',
        lines: 'Client, and since when callbacks were not accepted (Moscow)',
      },
      'bulk-paused': {
        title: 'Bulk orders have paused: insufficient funds',
        hint: 'They resume by themselves after a top-up. What was already ordered is issued as usual.',
        lines: 'Bulk order',
      },
      quarantined: {
        title: 'Calls to suppliers are in quarantine',
        hint: 'It is not known whether the supplier issued a code. See facevalue quarantine show, and find out with the supplier.',
        lines: 'Supplier and entry',
      },
      'activation-mails-failed': {
        title: 'Activation letters were not delivered',
        hint: 'The supplier does not know what was sold. Check the addresses: facevalue activation schedule.',
        lines: 'Supplier, letter and reason',
      },
      'activation-answers-unclear': {
        title: 'Answers about activation were not understood',
        hint: 'The answer to a letter activated nothing. Read it and confirm the letter: facevalue activation confirm.',
        lines: 'Supplier and letter',
      },
      'receipt-codes-guessed': {
        title: 'Somebody is guessing codes for later receipt',
        hint: 'More than 300 wrong codes were entered at /receive within an hour. Codes of 12 digits cannot be found that way; see where the requests come from, and close these networks before the platform.',
        lines: 'Noticed at (Moscow)',
      },
      'accounts-guessed': {
        title: 'Passwords of accounts are being guessed',
        hint: 'Sign-ins to this account from the network are refused for now, except on devices that have signed in to it before; an asterisk means a few guesses from each of many networks. See that the person has a second step and uses the password nowhere else, and close the network before the platform.',
        lines: 'Account, network and when it was noticed (Moscow)',
      },
      'final-tests-red': {
        title: 'A final test failed',
        hint: 'Whatever the system of the supplier issues, activates or redeems is out of sale until the test passes: facevalue supplier show, facevalue supplier certify.',
        lines: 'Supplier',
      },
      'activation-unanswered': {
        title: 'Nobody confirmed an activation',
        hint: 'A reminder did not help, and certificates wait. Talk to the supplier: facevalue activation list.',
        lines: 'Supplier and letter',
      },
      'suppliers-silent': {
        title: 'Suppliers do not answer',
        hint: 'Orders have been waiting for an answer for more than ten minutes.',
        lines: 'Supplier and number of orders',
      },
      'letters-stuck': {
        title: 'Letters are not being sent',
        hint: 'The mail server cannot be used. Check it: facevalue mail try.',
        lines: 'How many letters wait, and why',
      },
      'texts-stuck': {
        title: 'Texts are not being sent',
        hint: 'The SMS provider takes no texts. Check it: facevalue sms try.',
        lines: 'How many texts wait, and why',
      },
    },
    amount: (count) => `In all: ${count}.`,
    more: (count) => `and ${count} more`,
    at: 'Noticed (Moscow)',
    bounded: 'At most one such letter is sent per hour.',
    over: (title) => `Resolved: ${title}`,
    lasted: (from, to) => `It lasted from ${from} to ${to} (Moscow).`,
  },
};
