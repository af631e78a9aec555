/** The categories of the demo's catalogue. */

export interface DemoCategory {
  id: number;
  code: string;
  title: string;
  titleEn: string;
}

export const categoryIds = {
  home: 21,
  beauty: 22,
  fashion: 23,
  jewellery: 24,
  electronics: 25,
  children: 26,
  restaurants: 27,
  tea: 28,
  travel: 29,
  books: 30,
  cinema: 31,
  online: 32,
  choice: 33,
} as const;

export const demoCategories: DemoCategory[] = [
  { id: categoryIds.home, code: 'home', title: 'Дом и сад', titleEn: 'Home and garden' },
  { id: categoryIds.beauty, code: 'beauty', title: 'Красота и здоровье', titleEn: 'Beauty and health' },
  { id: categoryIds.fashion, code: 'fashion', title: 'Одежда и обувь', titleEn: 'Clothes and shoes' },
  { id: categoryIds.jewellery, code: 'jewellery', title: 'Украшения', titleEn: 'Jewellery' },
  { id: categoryIds.electronics, code: 'electronics', title: 'Электроника', titleEn: 'Electronics' },
  { id: categoryIds.children, code: 'children', title: 'Детям', titleEn: 'For children' },
  {
    id: categoryIds.restaurants,
    code: 'restaurants',
    title: 'Рестораны и кафе',
    titleEn: 'Restaurants and cafés',
  },
  { id: categoryIds.tea, code: 'tea', title: 'Чай, кофе и лакомства', titleEn: 'Tea, coffee and treats' },
  { id: categoryIds.travel, code: 'travel', title: 'Спорт и путешествия', titleEn: 'Sport and travel' },
  { id: categoryIds.books, code: 'books', title: 'Книги и подписки', titleEn: 'Books and subscriptions' },
  { id: categoryIds.cinema, code: 'cinema', title: 'Кино и развлечения', titleEn: 'Cinema and leisure' },
  { id: categoryIds.online, code: 'online', title: 'Интернет-магазины', titleEn: 'Online shops' },
  { id: categoryIds.choice, code: 'choice', title: 'Подарки на выбор', titleEn: 'Choice gifts' },
];
