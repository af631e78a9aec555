/** Shops that accept certificates: invented streets of real towns. */
export interface DemoPlace {
  area: string;
  locality: string;
  address: string;
  lat: string;
  lon: string;
}

const moscow = { area: 'Москва и Московская область', locality: 'Москва' };
const khimki = { area: 'Москва и Московская область', locality: 'Химки' };
const petersburg = { area: 'Санкт-Петербург и Ленинградская область', locality: 'Санкт-Петербург' };
const gatchina = { area: 'Санкт-Петербург и Ленинградская область', locality: 'Гатчина' };
const kazan = { area: 'Республика Татарстан', locality: 'Казань' };
const yekaterinburg = { area: 'Свердловская область', locality: 'Екатеринбург' };
const novosibirsk = { area: 'Новосибирская область', locality: 'Новосибирск' };
const krasnodar = { area: 'Краснодарский край', locality: 'Краснодар' };
const sochi = { area: 'Краснодарский край', locality: 'Сочи' };

type Town = Pick<DemoPlace, 'area' | 'locality'>;

const place = (town: Town, address: string, lat: string, lon: string): DemoPlace => ({
  ...town,
  address,
  lat,
  lon,
});

/** By the product's slug; the others are online only. */
export const demoAddresses: Record<string, DemoPlace[]> = {
  'olkhovy-dom': [
    place(moscow, 'Ольховый проезд, д. 12, стр. 3', '55.771204', '37.668231'),
    place(moscow, 'Сиреневый тупик, д. 4, ТЦ «Полдень», 2 этаж', '55.804115', '37.512660'),
    place(khimki, 'ул. Семи Фонарей, д. 21', '55.889034', '37.444871'),
    place(petersburg, 'Парусинная ул., д. 8', '59.936442', '30.302187'),
    place(petersburg, 'наб. Смотрового канала, д. 19', '59.921560', '30.291402'),
    place(gatchina, 'Аптекарская слобода, д. 3', '59.568210', '30.122913'),
    place(yekaterinburg, 'Самоцветный тупик, д. 2', '56.838633', '60.605489'),
    place(novosibirsk, 'ул. Дальних Маршрутов, д. 11', '55.028217', '82.923451'),
  ],
  'pech-da-rech': [
    place(kazan, 'ул. Тёплых Углей, д. 5', '55.790447', '49.114321'),
    place(kazan, 'Калиновый пер., д. 14', '55.783902', '49.132876'),
    place(moscow, 'Самоварный пер., д. 6', '55.760186', '37.618711'),
    place(sochi, 'Терренкурная аллея, д. 30', '43.582310', '39.718864'),
  ],
  'zerno-i-teterev': [
    place(kazan, 'ул. Ржаная Горка, д. 1', '55.796127', '49.106414'),
    place(kazan, 'Мельничный взвоз, д. 9', '55.801344', '49.098201'),
    place(kazan, 'Черёмуховая ул., д. 27', '55.774518', '49.145600'),
  ],
  moreglaz: [
    place(petersburg, 'наб. Смотрового канала, д. 7, лит. А', '59.924018', '30.296655'),
    place(petersburg, 'Линзовая ул., д. 33', '59.967805', '30.311274'),
    place(moscow, 'ул. Ясных Далей, д. 2', '55.742931', '37.583046'),
  ],
  'kvartsevaya-belka': [
    place(yekaterinburg, 'Самоцветный тупик, д. 9', '56.835120', '60.612903'),
    place(novosibirsk, 'Осцилляторная ул., д. 16', '55.041660', '82.907715'),
  ],
  troposhag: [
    place(novosibirsk, 'ул. Дальних Маршрутов, д. 40', '55.030199', '82.920430'),
    place(yekaterinburg, 'Перевальная ул., д. 7', '56.851430', '60.593322'),
    place(sochi, 'ул. Последнего Привала, д. 1', '43.588704', '39.723011'),
    place(moscow, 'Компасный пер., д. 13', '55.733805', '37.646091'),
  ],
  'nota-bergamot': [
    place(krasnodar, 'ул. Чабрецовая, д. 20', '45.035470', '38.975313'),
    place(sochi, 'Бергамотовый спуск, д. 4', '43.574911', '39.727633'),
  ],
  slonikum: [
    place(novosibirsk, 'Хороводная ул., д. 5', '55.012386', '82.938744'),
    place(moscow, 'Кубический проезд, д. 8', '55.792300', '37.559914'),
  ],
  'dym-i-chabrets': [
    place(krasnodar, 'ул. Чабрецовая, д. 18', '45.036011', '38.976702'),
    place(petersburg, 'Пуэрный двор, д. 2', '59.930874', '30.345561'),
  ],
  'motylek-film': [
    place(yekaterinburg, 'ул. Ночного Сеанса, д. 22', '56.829441', '60.599715'),
    place(kazan, 'Проекторная ул., д. 10', '55.788003', '49.121500'),
  ],
  'motylek-evening': [place(yekaterinburg, 'ул. Ночного Сеанса, д. 22', '56.829441', '60.599715')],
  rosnik: [
    place(moscow, 'Росяной пер., д. 3, стр. 1', '55.756603', '37.605518'),
    place(petersburg, 'Изумрудная линия, д. 11', '59.941290', '30.278819'),
  ],
  fikusovich: [
    place(krasnodar, 'Подоконная ул., д. 6', '45.041820', '38.968044'),
    place(moscow, 'Оранжерейный тупик, д. 15', '55.721377', '37.570259'),
  ],
  lnitsa: [place(petersburg, 'Льнопрядильный двор, д. 4', '59.909315', '30.270460')],
};
