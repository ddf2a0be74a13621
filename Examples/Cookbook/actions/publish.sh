#!/bin/sh
set -e
git fetch --depth 1 origin news && known=yes || known=      # the first time there is no such branch
if [ "$known" ]; then
    git restore --source FETCH_HEAD -- site news.state
    kawaraban state load news.state
fi
kawaraban run
kawaraban state save news.state
git switch --orphan new                      # one commit without a past: the branch does not grow
git add -f site news.state
git -c user.name=news -c user.email=news@localhost commit -qm "news"
git push -f origin new:news                  # page and state in one step
