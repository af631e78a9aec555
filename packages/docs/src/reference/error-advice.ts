/** Of each error what caused it and what to do; the codes and whether to repeat come from the program. */
import type { ErrorCode } from '../../../../src/orders/error-table.ts';
import type { Language } from '../repository.ts';

export interface Advice {
  meaning: string;
  cause: string;
  act: string;
}

export const adviceOf: Record<Language, Record<ErrorCode, Advice>> = {
  en: {
    1000: {
      meaning: 'The request could not be read',
      cause:
        'Broken JSON or percent-encoding, a repeated parameter, a body that is too long, no `in=json` with JSON.',
      act: 'Mend the program: the same request will never be read. Log what it sends, without the secret.',
    },
    1001: {
      meaning: 'There is no such operation',
      cause: '`cmd` is mistyped; letter case counts.',
      act: 'Compare with the list of operations; `test` names them.',
    },
    1002: {
      meaning: 'Client, signature or address is not accepted',
      cause:
        'Unknown `id`, wrong secret, a text signed that is not the text sent, an address outside of the allowed networks, or a client that is switched off. One code for all, so that nobody can try them out.',
      act: 'Sign the very bytes that you send as `data`. Look into the last requests in the cabinet; ask the operator if they are not there.',
    },
    1003: {
      meaning: 'Too many requests are waiting',
      cause:
        'The queue is longer than about two seconds of work, and most of it is yours, or too many of your requests are in progress.',
      act: 'Wait some seconds and send the same request again, `makeOrder` with the same `uuid`. Send fewer at once, or use `makeBulkOrder`.',
    },
    1004: {
      meaning: 'The certificate is not issued yet',
      cause: 'You asked for a link, code or file of an order that is still in progress.',
      act: 'Ask again after a second or more, or wait for the callback.',
    },
    1005: {
      meaning: 'Not possible with this kind of key',
      cause: 'The operation moves real money, and the request was signed with a test key.',
      act: 'Sign with the live key, or leave the operation out while you test.',
    },
    1102: {
      meaning: 'Restricted by the limits of the brand',
      cause: 'The order would exceed what the supplier agreed to sell in a month.',
      act: 'Offer another product; try again in one or two working days.',
    },
    1201: {
      meaning: 'The client has no such request',
      cause:
        'The id is mistyped, is the number of an order instead of the id that `makeOrder` answered, or belongs to another client or key.',
      act: 'Keep the id that `makeOrder` answered. Don’t repeat: the answer will be the same.',
    },
    1207: {
      meaning: 'The uuid was used before with other parameters',
      cause: 'A second order has the `uuid` of another one. Nothing was ordered.',
      act: 'Make one `uuid` for each order and keep it with the order; a repeat sends exactly the same fields.',
    },
    1208: {
      meaning: 'The order waits for codes, or its code for activation',
      cause: 'In delayed mode there is no code yet, or the supplier activates sold codes once in a while.',
      act: 'Ask again after minutes or hours, or wait for the callback.',
    },
    1209: {
      meaning: 'There is no certificate, or no longer',
      cause:
        'The order failed or was cancelled, the certificate was taken back, or it ended so long ago that its code is erased.',
      act: 'Ask `getStatus` for the reason. The sum of a failed, cancelled or refunded order is back in the balance.',
    },
    1210: {
      meaning: 'The ttl ran out before the order was processed',
      cause: 'The order waited longer than its `ttl`, for instance for codes in delayed mode.',
      act: 'Its sum is back. Order anew with a new `uuid`, if it is still wanted.',
    },
    1211: {
      meaning: 'The certificate was sent again too often, or is being sent',
      cause:
        'Resends of an order are limited each day, and one is made at a time; or its recipient was erased.',
      act: '`text` says when to repeat.',
    },
    1212: {
      meaning: 'The order was cancelled before it was processed',
      cause: 'A person cancelled it on a page: of yours or of the operator.',
      act: 'Its sum is back. Order anew with a new `uuid`, if it was a mistake.',
    },
    1301: {
      meaning: 'The supplier could not issue the certificate',
      cause: 'The supplier’s system refused, or has not answered for too long.',
      act: 'Its sum is back. Order anew with a new `uuid` later, or another product.',
    },
    3601: {
      meaning: 'Fields are filled incorrectly, or the face is not available',
      cause:
        '`text` names every wrong field. `face` alone may also mean that there are no codes of this face now.',
      act: 'Mend the fields that are named. For `face` read `getProducts` again and offer what it lists.',
    },
    5000: {
      meaning: 'The balance does not suffice',
      cause:
        'The order costs more than the balance and the credit line less what is held for orders in progress.',
      act: 'Top up, then repeat with the same `uuid`. `getBalance` tells what can be spent.',
    },
    9000: {
      meaning: 'Nothing could be decided',
      cause:
        'An error of the server, or a moment without its database. HTTP 503; the request was not processed, or nobody knows whether it was.',
      act: 'Repeat after a few seconds, `makeOrder` with the same `uuid`: it never orders twice. Name `x-request-id` to the support.',
    },
  },
  ru: {
    1000: {
      meaning: 'Запрос не удалось прочитать',
      cause:
        'Испорчен JSON или процентное кодирование, параметр повторён, тело слишком длинное, JSON отправлен без `in=json`.',
      act: 'Исправьте программу: такой запрос не будет прочитан никогда. Записывайте в журнал, что она отправляет, но без секрета.',
    },
    1001: {
      meaning: 'Такой операции нет',
      cause: 'Ошибка в `cmd`; регистр букв важен.',
      act: 'Сверьтесь со списком операций; их перечисляет `test`.',
    },
    1002: {
      meaning: 'Клиент, подпись или адрес не приняты',
      cause:
        'Неизвестный `id`, неверный секрет, подписан не тот текст, что отправлен, адрес вне разрешённых сетей или клиент выключен. Код один на все случаи, чтобы их нельзя было подбирать.',
      act: 'Подписывайте ровно те байты, которые отправляете в `data`. Посмотрите последние запросы в кабинете; если их там нет, спросите оператора.',
    },
    1003: {
      meaning: 'Слишком много запросов ждёт',
      cause:
        'Очередь длиннее примерно двух секунд работы, и больше всего в ней ваших запросов, или слишком много ваших запросов обрабатывается одновременно.',
      act: 'Подождите несколько секунд и отправьте тот же запрос, `makeOrder` — с тем же `uuid`. Отправляйте меньше одновременно или используйте `makeBulkOrder`.',
    },
    1004: {
      meaning: 'Сертификат ещё не выпущен',
      cause: 'Вы запросили ссылку, код или файл заказа, который ещё обрабатывается.',
      act: 'Спросите ещё раз через секунду или позже либо дождитесь обратного вызова.',
    },
    1005: {
      meaning: 'С ключом этого вида невозможно',
      cause: 'Операция касается настоящих денег, а запрос подписан тестовым ключом.',
      act: 'Подпишите рабочим ключом или не вызывайте эту операцию при проверке.',
    },
    1102: {
      meaning: 'Ограничено лимитами бренда',
      cause: 'Заказ превысит то, что поставщик согласился продать за месяц.',
      act: 'Предложите другой продукт; повторите через один-два рабочих дня.',
    },
    1201: {
      meaning: 'Такого запроса у клиента нет',
      cause:
        'Опечатка в id, номер заказа вместо id из ответа `makeOrder`, либо запрос другого клиента или ключа.',
      act: 'Храните id, который вернул `makeOrder`. Не повторяйте: ответ будет тем же.',
    },
    1207: {
      meaning: 'Этот uuid уже использован с другими параметрами',
      cause: 'У второго заказа `uuid` другого заказа. Ничего не заказано.',
      act: 'Создавайте один `uuid` на заказ и храните его вместе с заказом; при повторе отправляйте ровно те же поля.',
    },
    1208: {
      meaning: 'Заказ ждёт кодов или его код ждёт активации',
      cause: 'В отложенном режиме кода ещё нет, или поставщик активирует проданные коды время от времени.',
      act: 'Спросите через минуты или часы либо дождитесь обратного вызова.',
    },
    1209: {
      meaning: 'Сертификата нет или больше нет',
      cause:
        'Заказ не выполнен или отменён, сертификат отозван либо закончился так давно, что его код стёрт.',
      act: 'Причину сообщает `getStatus`. Сумма невыполненного, отменённого или возвращённого заказа снова на балансе.',
    },
    1210: {
      meaning: 'ttl истёк до обработки заказа',
      cause: 'Заказ ждал дольше своего `ttl`, например кодов в отложенном режиме.',
      act: 'Сумма возвращена. Если сертификат ещё нужен, закажите заново с новым `uuid`.',
    },
    1211: {
      meaning: 'Сертификат отправляли слишком часто, или он отправляется сейчас',
      cause:
        'Число повторных отправок заказа за день ограничено, и идёт только одна сразу; либо данные получателя стёрты.',
      act: 'Когда повторить, сказано в `text`.',
    },
    1212: {
      meaning: 'Заказ отменён до обработки',
      cause: 'Его отменил человек на странице: ваш сотрудник или оператор.',
      act: 'Сумма возвращена. Если это ошибка, закажите заново с новым `uuid`.',
    },
    1301: {
      meaning: 'Поставщик не смог выпустить сертификат',
      cause: 'Система поставщика отказала или слишком долго не отвечала.',
      act: 'Сумма возвращена. Закажите позже заново с новым `uuid` или выберите другой продукт.',
    },
    3601: {
      meaning: 'Поля заполнены неверно, или номинала нет',
      cause:
        'В `text` названы все неверные поля. Если названо только `face`, кодов этого номинала сейчас может не быть.',
      act: 'Исправьте названные поля. Для `face` прочитайте `getProducts` заново и предлагайте то, что в нём есть.',
    },
    5000: {
      meaning: 'Недостаточно средств',
      cause:
        'Заказ дороже, чем баланс и кредитный лимит за вычетом сумм, удержанных для заказов в обработке.',
      act: 'Пополните баланс и повторите с тем же `uuid`. Доступную сумму сообщает `getBalance`.',
    },
    9000: {
      meaning: 'Ничего не удалось решить',
      cause:
        'Ошибка сервера или миг без базы данных. HTTP 503; запрос не обработан, или неизвестно, обработан ли.',
      act: 'Повторите через несколько секунд, `makeOrder` — с тем же `uuid`: второго заказа не будет. Назовите поддержке `x-request-id`.',
    },
  },
};
