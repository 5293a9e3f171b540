/** The checkout page's colour for a merchant who has chosen none: pine green. */
export const defaultAccent = "#0b6b57";
