/** What the checks say in Russian. */
import type { CertificateProblem } from '../../platform/network/certificate-problem.ts';
import { detailsInRussian } from './details-ru.ts';
import { russianMailLabels } from './mail-labels-ru.ts';
import type { SetupCheckLabels } from './finding-text.ts';

const refusedFor: Record<CertificateProblem, string> = {
  'untrusted certificate': 'его не подписал ни один центр, которому доверяет эта машина',
  'expired certificate': 'срок его действия истёк',
  'certificate not valid yet': 'он ещё не действует',
  'certificate of another name': 'он выдан на другое имя',
};

const placeOf = (node: string | undefined): string => (node === undefined ? '' : `${node}: `);

export const russianLabels: SetupCheckLabels = {
  checks: {
    settings: 'Настройки',
    node: 'Node',
    tables: 'Таблицы',
    role: 'Роль в базе данных',
    'mail-domain': 'DNS для писем',
    certificates: 'Сертификаты TLS',
    suppliers: 'Поставщики',
    products: 'Продукты',
    database: 'База данных',
    'master-key': 'Главный ключ',
    'mail-out': 'Отправка писем',
    'mail-in': 'Приём писем',
    sms: 'СМС',
    address: 'Адрес',
    clock: 'Часы',
    disk: 'Диск',
    heartbeat: 'Пульс',
    alerts: 'Тревоги',
  },
  states: { ok: 'в порядке', note: 'обратите внимание', wrong: 'ИСПРАВЬТЕ' },
  findings: {
    'settings-read': ({ given }) => ({
      says: `Задано настроек: ${given}; для запуска все читаются.`,
    }),
    'setting-wrong': ({ problem }) => ({
      says: problem,
      todo: 'Исправьте в окружении или в .env рабочей папки (.env.example).',
    }),
    'setting-unknown': ({ name }) => ({
      says: `${name} задана, но такой настройки нет.`,
      todo: 'Опечатка? Все настройки есть в .env.example.',
    }),
    'setting-unsafe': ({ warning }) => ({
      says: `Небезопасно: ${warning}.`,
      todo: 'Измените, если это не намеренно.',
    }),
    'settings-open': ({ file }) => ({
      says: `${file} могут читать другие пользователи машины, а в нём могут быть главный ключ и пароли.`,
      todo: `chmod 600 ${file}`,
    }),
    'authorities-unread': ({ file }) => ({
      says: `Из ${file} не прочитать ни одного удостоверяющего центра: названным в нём доверия нет.`,
      todo: 'Положите туда сертификаты PEM, доступные этому пользователю, или исправьте NODE_EXTRA_CA_CERTS.',
    }),
    'node-ok': ({ node }) => ({ says: `Node ${node}.` }),
    'node-old': ({ node, needed }) => ({
      says: `Node ${node} слишком стар.`,
      todo: `Запускайте через bin/facevalue.mjs, он берёт свой, или установите Node ${needed}.`,
    }),
    'database-silent': ({ details }) => ({
      says: `База данных недоступна: ${detailsInRussian(details)}.`,
      todo: 'Проверьте сервер, имя базы, пользователя и пароль в DATABASE_URL и пускает ли сервер эту машину (pg_hba.conf).',
    }),
    'tables-ok': ({ migrations }) => ({ says: `Все миграции применены: ${migrations}.` }),
    'tables-behind': ({ count, first }) => ({
      says: `Не применены миграции: ${count}, начиная с ${first}.`,
      todo: 'Выполните facevalue upgrade от роли, которой принадлежат таблицы.',
    }),
    'tables-ahead': ({ count, last }) => ({
      says: `В базе есть миграции, которых эта версия не знает: ${count}, последняя ${last}. Здесь работала более новая версия.`,
      todo: 'Замените эту версию новой.',
    }),
    'tables-older': ({ last }) => ({
      says: `Таблицы слишком старой версии (${last}): эта версия не может их обновить.`,
      todo: 'Сначала выполните facevalue upgrade промежуточной версии, затем этой (docs/ru/operating.md).',
    }),
    'role-ok': ({ role }) => ({ says: `${role} может всё нужное и не может менять таблицы.` }),
    'role-embedded': () => ({ says: 'Встроенная база данных принадлежит этой установке.' }),
    'role-owner': ({ role, serve, work }) => ({
      says: `${role} владеет таблицами, как и нужно для upgrade, grants и setup; у serve и work свои роли: ${serve}, ${work}.`,
    }),
    'role-mighty': ({ role, can }) => ({
      says: `${role} ${{ superuser: '— суперпользователь', owns: 'владеет таблицами и может их удалить', creates: 'может создавать таблицы' }[can]}; это нужно только миграциям.`,
      todo: 'Дайте serve и work свои роли (docs/ru/installing.md).',
    }),
    'role-lacks': ({ role, count, tables }) => ({
      says: `У ${role} не хватает прав на таблицы: ${count}, например ${tables}.`,
      todo: 'Выдайте их от владельца таблиц (docs/ru/installing.md).',
    }),
    'key-unusable': ({ details }) => ({
      says: detailsInRussian(details),
      todo: 'Возьмите главный ключ с листа в сейфе или базу, которой принадлежит этот ключ.',
    }),
    'dns-ok': ({ record, name }) => ({ says: `${record} для ${name} опубликован.` }),
    'dns-missing': ({ record, name, value }) => ({
      says: `У ${name} нет записи ${record}: ${{ SPF: 'почтовые службы меньше доверяют письмам', DKIM: 'подписи нельзя проверить', DMARC: 'кто угодно может писать от вашего имени', MX: 'возвратам и ответам некуда прийти' }[record]}.`,
      todo: `Опубликуйте: ${value}`,
    }),
    'dns-differs': ({ record, name, value }) => ({
      says: `${record} для ${name} — от другого ключа: подписи не сходятся.`,
      todo: `Опубликуйте: ${value}`,
    }),
    'dns-several': ({ record, name }) => ({
      says: `У ${name} больше одной записи ${record}: почтовые службы считают, что её нет.`,
      todo: 'Сведите их в одну.',
    }),
    'dns-weak': ({ name }) => ({
      says: `SPF для ${name} разрешает отправлять всем (+all).`,
      todo: 'Закончите запись на -all или ~all.',
    }),
    'dns-silent': ({ name, details }) => ({
      says: `Сервер имён не отвечает про ${name} (${details}).`,
      todo: 'Проверьте серверы имён этой машины или FACEVALUE_DNS_SERVERS.',
    }),
    'dns-unneeded': () => ({ says: 'Письма не отправляются, или отправитель — пример: искать нечего.' }),
    'certificate-ok': ({ of, days }) => ({ says: `${of}: действует ещё ${days} дн.` }),
    'certificate-soon': ({ of, days }) => ({
      says: `${of}: осталось всего ${days} дн.`,
      todo: 'Продлите его.',
    }),
    'certificate-over': ({ of }) => ({ says: `${of}: истёк.`, todo: 'Продлите его сейчас.' }),
    'certificates-none': () => ({ says: 'Ни одно соединение не начинается с TLS, кошельки не заданы.' }),
    'certificate-refused': ({ of, why }) => ({
      says: `Сертификат ${of} не принят: ${refusedFor[why]}.`,
      todo:
        why === 'untrusted certificate'
          ? 'Если его выдал ваш собственный удостоверяющий центр, назовите его файл (PEM) в NODE_EXTRA_CA_CERTS каждого процесса (docs/ru/installing.md).'
          : 'Выпустите его заново или исправьте имя в адресе.',
    }),
    'supplier-reached': ({ supplier, host }) => ({ says: `${supplier}: ${host} отвечает.` }),
    'supplier-silent': ({ supplier, host, details }) => ({
      says: `${supplier}: ${host} недоступен (${detailsInRussian(details)}).`,
      todo: 'Проверьте его адрес (facevalue supplier show), сетевой экран и пускает ли поставщик ваш адрес.',
    }),
    'suppliers-none': () => ({ says: 'Поставщиков с вызовом по API нет.' }),
    'products-offered': ({ offered, onWord }) => ({
      says: `Продуктов, которые можно заказать: ${offered}; из них под поручительство вместо финального теста: ${onWord}.`,
    }),
    'products-waiting': ({ waiting }) => ({
      says: `Включены, но заказать их нельзя: ${waiting}. Чего-то не хватает.`,
      todo: 'facevalue product list показывает чего: чаще всего финального теста поставщика (facevalue supplier certify).',
    }),
    'not-checked': ({ because }) => ({
      says: `Не проверено: нужна ${{ database: 'база данных', tables: 'таблица с ключами', 'master-key': 'работа с главным ключом' }[because]}.`,
    }),
    'check-failed': ({ details }) => ({
      says: `Проверка прервалась: ${details}.`,
      todo: 'Повторите её. Если прервётся снова, сообщите об этом разработчикам (CONTRIBUTING.md).',
    }),
    'database-ok': ({ version, embedded, megabytes }) => ({
      says: `PostgreSQL ${version}${embedded ? ', встроенный' : ''}, ${megabytes} МБ.`,
    }),
    'database-old': ({ version }) => ({
      says: `PostgreSQL ${version} слишком стар.`,
      todo: 'Нужен PostgreSQL 15 или новее.',
    }),
    'database-restored': () => ({
      says: 'База данных восстановлена из копии или перенесена сюда, и процессы с ней не работают: неизвестно, что продано с тех пор.',
      todo: 'facevalue restored begin или, если ничего не потеряно, facevalue restored moved (docs/ru/operating.md)',
    }),
    'database-unchecked': ({ details }) => ({
      says: `Неизвестно, не восстановлена ли база данных, поэтому процессы с ней не работают: ${details}.`,
      todo: 'Назовите сервер, который принимает запись, или выдайте роли права: facevalue grants --apply.',
    }),
    'database-unsafe': ({ setting, node }) => ({
      says: `${placeOf(node)}${setting} выключен: после сбоя машины проданные коды могут быть проданы ещё раз.`,
      todo: `Включите ${setting} на сервере базы данных.`,
    }),
    'snapshot-old': ({ seconds, pid, name, state, node }) => ({
      says: `${placeOf(node)}Транзакция программы «${name}» (процесс базы ${pid}, ${state}) открыта уже ${seconds} с: у остатков и счётчиков копятся старые версии, и заказы принимаются медленнее.`,
      todo: `Завершите её или выполняйте такую работу на второй базе: select pg_terminate_backend(${pid})`,
    }),
    'node-there': ({ node, cells }) => ({
      says: `Узел ${node} отвечает. Его ячейки: ${cells.join(', ') || 'нет'}.`,
    }),
    'node-away': ({ node, cells }) => ({
      says: `Узел ${node} не отвечает. Клиенты его ячеек не могут заказывать: ${cells.join(', ') || 'ячеек у него нет'}.`,
      todo: 'Запустите его сервер или переключите на второй (docs/ru/scaling.md); процессы перезапускать не нужно.',
    }),
    'key-opens': ({ fingerprint }) => ({ says: `Ключ подходит, его отпечаток ${fingerprint}.` }),
    'key-not-kept': () => ({
      says: 'Никто не подтвердил, что копия ключа хранится отдельно. Без него все коды потеряны.',
      todo: 'Напечатайте лист: facevalue setup key-sheet key.html. Затем введите ключ с листа: facevalue setup key-test.',
    }),
    'key-kept': ({ at }) => ({ says: `Копия на бумаге проверена ${at} по Москве.` }),
    ...russianMailLabels,
    'sms-set': ({ provider }) => ({
      says: `Провайдер ${provider} задан и доступен.`,
      todo: 'Дошло ли СМС, покажет facevalue sms try НОМЕР.',
    }),
    'sms-unset': () => ({
      says: 'Провайдер СМС не задан: СМС не отправляются.',
      todo: 'Если они нужны, задайте FACEVALUE_SMS_PRIMARY (docs/ru/sms.md).',
    }),
    'sms-failed': ({ provider }) => ({
      says: `Провайдер ${provider} не отвечает.`,
      todo: 'Проверьте адрес и порт в FACEVALUE_SMS_PRIMARY и FACEVALUE_SMS_FALLBACK.',
    }),
    'address-ok': ({ address }) => ({ says: `${address} ведёт на эту платформу.` }),
    'address-here': ({ address }) => ({
      says: `${address} открывается только на этой машине.`,
      todo: 'Чтобы ссылки открывались у получателей, задайте FACEVALUE_BASE_URL с https:// и прокси перед платформой.',
    }),
    'address-silent': ({ address, details }) => ({
      says: `${address} не отвечает (${detailsInRussian(details)}).`,
      todo: 'Запустите facevalue serve и прокси и проверьте ещё раз.',
    }),
    'address-other': ({ address }) => ({
      says: `По адресу ${address} отвечает другой сервер.`,
      todo: 'Направьте адрес на эту платформу или исправьте FACEVALUE_BASE_URL.',
    }),
    'clock-ok': ({ ms }) => ({ says: `Часы расходятся с базой данных на ${ms} мс.` }),
    'clock-wrong': ({ ms }) => ({
      says: `Часы этой машины расходятся с базой данных на ${ms} мс.`,
      todo: 'Включите синхронизацию времени (NTP) на обеих машинах.',
    }),
    'disk-ok': ({ gigabytes }) => ({ says: `Свободно ${gigabytes} ГБ.` }),
    'disk-low': ({ gigabytes }) => ({
      says: `Свободно всего ${gigabytes} ГБ.`,
      todo: 'Освободите место: с полным диском база данных останавливается.',
    }),
    'disk-elsewhere': () => ({
      says: 'База данных на своём сервере: за его диском следят там.',
    }),
    'heartbeat-ok': ({ file }) => ({ says: `Старую копию базы данных выдаст ${file}.` }),
    'heartbeat-unset': () => ({
      says: 'Если вернуть снимок диска или старую копию базы данных, этого никто не заметит, и проданное с тех пор будет продано ещё раз.',
      todo: 'Укажите в FACEVALUE_HEARTBEAT_FILE файл на другом диске (docs/ru/operating.md).',
    }),
    'heartbeat-absent': ({ file }) => ({
      says: `Файла ${file} ещё нет: старую копию базы данных видно с первой записи в нём.`,
      todo: 'Запустите с ним serve или work и проверьте ещё раз.',
    }),
    'heartbeat-unreadable': ({ file, why }) => ({
      says: `Файлом ${file} нельзя пользоваться (${detailsInRussian(why)}): старую копию базы данных никто не заметит.`,
      todo: 'Разрешите этому пользователю читать и заменять его. Если он повреждён, удалите: процессы начнут новый.',
    }),
    'heartbeat-other': ({ file }) => ({
      says: `Файл ${file} — от другой базы данных: процессы не запускаются.`,
      todo: 'Укажите в FACEVALUE_HEARTBEAT_FILE файл этой установки. Если база восстановлена из времени, когда файла ещё не было: facevalue restored begin, затем удалите файл.',
    }),
    'heartbeat-behind': () => ({
      says: 'База данных старше своего пульса: вернули снимок или копию, и процессы с ней не работают.',
      todo: 'facevalue restored begin (docs/ru/operating.md)',
    }),
    'heartbeat-old': ({ file }) => ({
      says: `Файл ${file} не обновлялся минуту, хотя процессы работают.`,
      todo: 'Укажите всем процессам этой машины один FACEVALUE_HEARTBEAT_FILE и посмотрите предупреждения в их журнале.',
    }),
    'heartbeat-near': ({ file }) => ({
      says: `Файл ${file} лежит на диске базы данных: снимок этого диска возвращает оба.`,
      todo: 'Выберите файл на другом диске.',
    }),
    'alerts-ok': ({ address }) => ({ says: `О сбоях пишем на ${address}.` }),
    'alerts-unset': () => ({
      says: 'О сбоях никому не пишем.',
      todo: 'Задайте FACEVALUE_OPERATOR_MAIL.',
    }),
  },
};
